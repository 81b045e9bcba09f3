import { AbpError, type ErrorCode } from "../../contract/index.ts";
import type { LeaveReason } from "./open-call.ts";

const LEAVING: Readonly<Record<LeaveReason, readonly [ErrorCode, string]>> = {
  client_gone: ["client_gone", "the caller left"],
  client_stalled: ["client_stalled", "the caller stopped reading"],
  shutting_down: ["shutting_down", "the daemon stopped"],
  run_ended: ["run_cancelled", "the run ended while this call was under way"],
};

/** The error that a call which is ended early has in its receipt. */
export function leaveError(reason: LeaveReason): AbpError {
  const [code, message] = LEAVING[reason];
  return new AbpError(code, message);
}
