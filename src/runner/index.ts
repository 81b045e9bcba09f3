/** Runs work orders as the configuration says: their settings, their store and gateway, and the queue of a daemon. */
export { type AppliedRun, type ApplyWish, applyRun, changesDirectory } from "./apply/apply-run.ts";
export type { ApprovalDeskParts, Asker } from "./approvals/approval-desk.ts";
export { type AgentCalls, type CallsQuestion, chooseAgentCalls } from "./choice/agent-calls.ts";
export { type ChooseCalls, orderFor } from "./choice/agent-order.ts";
export { chooseBackend } from "./choice/backend-choice.ts";
export { inspectAlone } from "./choice/backend-inspection.ts";
export { callsChooser } from "./choice/calls-choice.ts";
export { requireEngine } from "./choice/required-engine.ts";
export { findResumedRun } from "./choice/resumed-run.ts";
export { type ChosenRun, chooseRun, type RunWish } from "./choice/run-choice.ts";
export {
  type OpenedRunner,
  type OpenedSources,
  openRunner,
  openSources,
  type RunnerOptions,
} from "./open-runner.ts";
export type { RunHolder, WatchedGateway } from "./place/run-gateway.ts";
export { RunPlace } from "./place/run-place.ts";
export { requireQueueRoom } from "./queue/queue-room.ts";
export type { PathRights } from "./rights/permitted-paths.ts";
export type { RunHost } from "./run-host.ts";
export type { RunnerParts } from "./runner.ts";
export { type RunSettings, type RunWishes, runSettings } from "./settings/run-settings.ts";
export type { ArchiveStore, KeptArchive } from "./sources/archive/archive-store.ts";
export type { SourceDesk } from "./sources/source-desk.ts";
export type { RunSource, Submission, SubmitterRights } from "./submission.ts";
export type { OpenedSource, WorkerParts } from "./worker/submission-run.ts";
