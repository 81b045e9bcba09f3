import type { RunReport } from "../../backends/index.ts";
import { AbpError, type ErrorCode, type Termination } from "../../contract/index.ts";
import type { EndCause } from "./run-control.ts";

/** Errors of a run that was not begun by its agent. */
const REFUSALS: readonly ErrorCode[] = [
  "sandbox_level_unmet",
  "repository_settings_exposed",
  "session_not_found",
  "model_not_routed",
];

/** How a run ended. `error` is set unless the backend completed it. */
export interface RunEnd {
  readonly report: RunReport;
  readonly termination: Termination;
  readonly error: AbpError | undefined;
}

/** The report that stands in for the backend's if there is none. */
export const emptyReport: RunReport = {
  outcome: "failed",
  usage: {},
  usageRaw: {},
  artifacts: [],
  harnessOk: false,
};

/** The words of a backend may be text that a receipt cannot hold; they are made fit for it. */
export function endWith(error: AbpError, reason: Termination["reason"], report = emptyReport): RunEnd {
  const termination = { reason, code: error.code, message: error.message.toWellFormed() };
  return { report, termination, error };
}

/** The end of a run in which something was thrown. Why it was ended early counts more. */
export function endOf(failure: unknown, cause: EndCause | undefined): RunEnd {
  if (cause !== undefined) return endWith(cause.error, cause.reason);
  const error = failureOf(failure);
  return endWith(error, REFUSALS.includes(error.code) ? "refused" : "failed");
}

/** The failure of a run as a typed error. */
export function failureOf(cause: unknown): AbpError {
  if (AbpError.is(cause)) return cause;
  return new AbpError("backend_crashed", `the backend failed: ${reasonOf(cause)}`, { cause });
}

/** The words of something that was thrown. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
