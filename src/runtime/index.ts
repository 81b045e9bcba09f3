/** The runtime: one work order, from submission to a verified receipt. */

export { inspectInStage } from "./inspect-in-stage.ts";
export { KeptAgents } from "./kept/kept-agents.ts";
export type { User, UserQuestion } from "./questions/user.ts";
export type { GatewayAccount, RunGateway } from "./run-gateway.ts";
export type { RunHandle, RunPatch, RunResult, RunStep } from "./run-handle.ts";
export { openRunLog, type RunLog } from "./run-log.ts";
export type { RunOptions } from "./run-options.ts";
export { runStreaming } from "./run-streaming.ts";
export { AUTO, type Resolution, type ResolveRequest, resolveBackend } from "./steps/resolve.ts";
export {
  filterStream,
  multiplexStream,
  type ReplayOptions,
  redactStream,
  replayStream,
  transformStream,
} from "./streams/index.ts";
export { type SweepReport, sweepRuns } from "./sweep.ts";
export { findWorkspace } from "./workspace-path.ts";
