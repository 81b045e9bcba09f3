/** Sidecars: programs that run work orders and speak JSON lines on their standard streams. */
export {
  type CheckReport,
  type CheckRequest,
  type CheckResult,
  type CheckSettings,
  type CheckTasks,
  type CheckVerdict,
  checkSidecar,
  defaultCheckSettings,
} from "./check/index.ts";
export type { EventDraft, RunContext, RunResult, SidecarDefinition } from "./kit/index.ts";
export type { SidecarClaim } from "./protocol/claim.ts";
export type { SidecarHello } from "./protocol/hello.ts";
export { CrashLoopBreaker } from "./supervisor/health/crash-loop-breaker.ts";
export type { SidecarRunRequest, ToolDecision, ToolRequest } from "./supervisor/run-request.ts";
export { defaultSidecarSettings, type SidecarSettings } from "./supervisor/settings.ts";
export type { Sidecar } from "./supervisor/sidecar.ts";
export { secretsOf, startSidecar } from "./supervisor/start-sidecar.ts";
export { StderrTail } from "./supervisor/streams/stderr-tail.ts";
