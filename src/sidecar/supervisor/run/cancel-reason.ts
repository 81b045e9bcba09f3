import { AbpError } from "../../../contract/index.ts";

/** The reason of an abort as text for the sidecar. */
export function cancelReason(signal: AbortSignal): string {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason.message : String(reason);
}

/** The error of an aborted run: the caller's own if it gave one. */
export function cancelError(signal: AbortSignal): AbpError {
  const reason: unknown = signal.reason;
  return AbpError.is(reason)
    ? reason
    : new AbpError("run_cancelled", `The run was cancelled: ${cancelReason(signal)}`);
}
