import { z } from "zod";
import { CapabilityRequirements } from "../capability.ts";
import { CompatibilityMode, ExecutionLane } from "../execution.ts";
import { PolicyProfile } from "../policy-profile.ts";
import { Count, Uuid } from "../scalars.ts";
import { ContextPacket } from "./context-packet.ts";
import { RuntimeConfig } from "./runtime-config.ts";
import { WorkspaceSpec } from "./workspace-spec.ts";

/** One unit of work for a backend: the eight members of abp/v0.1, and ours as optional ones. */
export const WorkOrder = z
  .looseObject({
    id: Uuid,
    task: z.string(),
    lane: ExecutionLane,
    workspace: WorkspaceSpec,
    context: ContextPacket,
    policy: PolicyProfile,
    requirements: CapabilityRequirements,
    config: RuntimeConfig,
    compatibility: CompatibilityMode.optional(),
    session_id: z.string().optional(),
    timeout_ms: Count.optional(),
  })
  .meta({ id: "WorkOrder", title: "WorkOrder", description: "One unit of work for a backend." });
export type WorkOrder = z.infer<typeof WorkOrder>;
