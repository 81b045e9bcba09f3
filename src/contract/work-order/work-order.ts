import { z } from "zod";
import { CapabilityRequirements } from "../capability.ts";
import { CompatibilityMode, ExecutionLane } from "../execution.ts";
import { PolicyProfile } from "../policy-profile.ts";
import { SandboxLevel } from "../sandbox-level.ts";
import { Count, FreeObject, Uuid } from "../scalars.ts";
import { ContextPacket } from "./context-packet.ts";
import { McpServer } from "./mcp-server.ts";
import { Resume } from "./resume.ts";
import { RunLimits } from "./run-limits.ts";
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
    limits: RunLimits.optional(),
    /** The least level of enforcement. A run that cannot reach it is refused. */
    require_sandbox: SandboxLevel.optional(),
    /** Continues the conversation of an earlier run. */
    resume: Resume.optional(),
    /** A JSON Schema that the agent's answer must satisfy. */
    output_schema: FreeObject.optional(),
    /** MCP servers for the agent, by name. */
    mcp_servers: z.record(z.string(), McpServer).optional(),
  })
  .meta({ id: "WorkOrder", title: "WorkOrder", description: "One unit of work for a backend." });
export type WorkOrder = z.infer<typeof WorkOrder>;
