import type { SessionEnd } from "../../backends/index.ts";
import { AbpError } from "../../contract/index.ts";

/** What the error of a backend that did not start says about its process: the exit and the end of standard error. */
export function endOfFailedStart(error: unknown): SessionEnd {
  if (!AbpError.is(error)) return {};
  const { exit, stderr_tail, incomplete_line_hex } = error.details;
  const sidecar = {
    ...(typeof stderr_tail === "string" ? { stderr_tail } : {}),
    ...(typeof incomplete_line_hex === "string" ? { incomplete_line_hex } : {}),
  };
  return {
    ...(isExit(exit) ? { exit: { code: exit.code, signal: exit.signal } } : {}),
    ...(Object.keys(sidecar).length === 0 ? {} : { sidecar }),
  };
}

function isExit(value: unknown): value is NonNullable<SessionEnd["exit"]> {
  return typeof value === "object" && value !== null && "code" in value && "signal" in value;
}
