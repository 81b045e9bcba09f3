import type { CapabilityRequirement } from "../capability.ts";
import type { CompatibilityMode, ExecutionLane } from "../execution.ts";
import { openPolicy, type PolicyProfile } from "../policy-profile.ts";
import type { SandboxLevel } from "../sandbox-level.ts";
import type { ContextPacket } from "./context-packet.ts";
import type { McpServer } from "./mcp-server.ts";
import type { Resume } from "./resume.ts";
import type { RunLimits } from "./run-limits.ts";
import type { RuntimeConfig } from "./runtime-config.ts";
import type { WorkOrder } from "./work-order.ts";
import type { WorkspaceSpec } from "./workspace-spec.ts";

/** Optional members of a work order. */
export interface WorkOrderOptions {
  readonly lane?: ExecutionLane;
  readonly workspace?: Partial<WorkspaceSpec>;
  readonly context?: Partial<ContextPacket>;
  readonly policy?: Partial<PolicyProfile>;
  readonly requirements?: readonly CapabilityRequirement[];
  readonly config?: Partial<RuntimeConfig>;
  readonly compatibility?: CompatibilityMode;
  readonly sessionId?: string;
  readonly timeoutMs?: number;
  readonly limits?: RunLimits;
  readonly requireSandbox?: SandboxLevel;
  readonly resume?: Resume;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly mcpServers?: Readonly<Record<string, McpServer>>;
}

/**
 * Builds a complete work order: patch first, staged, everything else empty unless said.
 *
 * @example
 * import { buildWorkOrder } from "agent-backplane";
 * const order = buildWorkOrder(crypto.randomUUID(), "Fix the failing test", {
 *   workspace: { root: "/srv/project" },
 *   policy: { deny_write: [".github/**"] },
 * });
 */
export function buildWorkOrder(id: string, task: string, options: WorkOrderOptions = {}): WorkOrder {
  return {
    id,
    task,
    lane: options.lane ?? "patch_first",
    workspace: { root: ".", mode: "staged", include: [], exclude: [], ...options.workspace },
    context: { files: [], snippets: [], ...options.context },
    policy: { ...openPolicy(), ...options.policy },
    requirements: { required: [...(options.requirements ?? [])] },
    config: { model: null, vendor: {}, env: {}, max_budget_usd: null, max_turns: null, ...options.config },
    ...(options.compatibility === undefined ? {} : { compatibility: options.compatibility }),
    ...(options.sessionId === undefined ? {} : { session_id: options.sessionId }),
    ...(options.timeoutMs === undefined ? {} : { timeout_ms: options.timeoutMs }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.requireSandbox === undefined ? {} : { require_sandbox: options.requireSandbox }),
    ...(options.resume === undefined ? {} : { resume: options.resume }),
    ...(options.outputSchema === undefined ? {} : { output_schema: options.outputSchema }),
    ...(options.mcpServers === undefined ? {} : { mcp_servers: options.mcpServers }),
  };
}
