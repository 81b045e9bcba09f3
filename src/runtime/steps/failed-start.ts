import type { Confinement, SessionEnd } from "../../backends/index.ts";
import { AbpError } from "../../contract/index.ts";

/** What the error of a backend that did not start says about its process: the exit, the end of standard error, the confinement. */
export function endOfFailedStart(error: unknown): SessionEnd {
  if (!AbpError.is(error)) return {};
  const { exit, stderr_tail, incomplete_line_hex, confinement } = error.details;
  const sidecar = {
    ...(typeof stderr_tail === "string" ? { stderr_tail } : {}),
    ...(typeof incomplete_line_hex === "string" ? { incomplete_line_hex } : {}),
  };
  return {
    ...(isExit(exit) ? { exit: { code: exit.code, signal: exit.signal } } : {}),
    // Without an exit there was no process that could be confined.
    ...(isExit(exit) && isConfinement(confinement) ? { confinement } : {}),
    ...(Object.keys(sidecar).length === 0 ? {} : { sidecar }),
  };
}

function isExit(value: unknown): value is NonNullable<SessionEnd["exit"]> {
  return typeof value === "object" && value !== null && "code" in value && "signal" in value;
}

function isConfinement(value: unknown): value is Confinement {
  return typeof value === "object" && value !== null && "level" in value && "network" in value;
}
