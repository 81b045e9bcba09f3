/** The backplane as a library: run a work order in process, from submission to a verified receipt. */
import "./lib/index.ts";

export {
  type Backend,
  type BackendEntry,
  type BackendFacts,
  BackendRegistry,
  type BackendSession,
  inspectBackend,
  mockBackend,
  type OpenContext,
  type RunContext,
  type RunReport,
  type SessionEnd,
  type SidecarHost,
  SidecarPool,
  sidecarHost,
  unconfined,
} from "./backends/index.ts";
export { AbpError, type AgentEvent, buildWorkOrder, type Receipt, type WorkOrder } from "./contract/index.ts";
export type { ApprovalQuestion, Approver } from "./policy/index.ts";
export {
  AUTO,
  filterStream,
  multiplexStream,
  openRunLog,
  type ReplayOptions,
  type Resolution,
  type ResolveRequest,
  type RunHandle,
  type RunLog,
  type RunOptions,
  type RunPatch,
  type RunResult,
  type RunStep,
  redactStream,
  replayStream,
  resolveBackend,
  runStreaming,
  type SweepReport,
  sweepRuns,
  transformStream,
} from "./runtime/index.ts";
export { KeyStore, type Ledger, openStore, type Store, type StoreConfig } from "./storage/index.ts";
export { type ApplyReport, type ApplyRequest, applyChanges } from "./workspace/index.ts";
