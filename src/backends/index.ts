/** Backends, which run work orders. */

export type { ToolDecision, ToolRequest } from "../sidecar/index.ts";
export type { AgentEntry } from "./agent/agent-entry.ts";
export type {
  Backend,
  BackendFacts,
  BackendSession,
  GatewayAccess,
  OpenContext,
  RunContext,
  RunReport,
  SandboxWish,
  SessionEnd,
} from "./backend.ts";
export { type Confinement, unconfined } from "./confinement.ts";
export type { EngineEntry } from "./engine/engine-entry.ts";
export { type InspectionPlace, inspectBackend } from "./inspection.ts";
export { mockBackend } from "./mock.ts";
export { type BackendEntry, BackendRegistry, checkBackends, type RegisteredBackend } from "./registry.ts";
export { type SidecarHost, sidecarHost } from "./sidecar/sidecar-host.ts";
export { type PoolParts, SidecarPool } from "./sidecar/sidecar-pool.ts";
export type { SidecarEntry } from "./sidecar-entry.ts";
