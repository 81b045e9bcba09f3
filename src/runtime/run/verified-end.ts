import type { EndCause } from "../ending/run-control.ts";
import { endWith, type RunEnd } from "../ending/run-end.ts";
import { isPassed } from "../steps/result-check.ts";
import type { WorkspaceFindings } from "../steps/verify.ts";

/** The end of a run whose backend completed it: its workspace may fail it, and a caller may cancel its check. */
export function verifiedEnd(
  end: RunEnd,
  workspace: WorkspaceFindings | undefined,
  cause: EndCause | undefined,
): RunEnd {
  if (workspace?.error !== undefined) return endWith(workspace.error, "failed", end.report);
  const wasStopped = cause !== undefined && workspace?.check !== undefined && !isPassed(workspace.check);
  return wasStopped ? endWith(cause.error, cause.reason, end.report) : end;
}
