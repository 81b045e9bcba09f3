import { closeSync, openSync } from "node:fs";
import { isatty } from "node:tty";

const STANDARD_STREAMS = [0, 1, 2];
/** The controlling terminal of the process, which its streams need not lead to. */
const OWN_TERMINAL = "/dev/tty";

/**
 * Returns a function that tells whether the terminal is gone on which the process was started. It is never gone if there was
 * none: no standard stream led to one, as after `nohup` and below a supervisor.
 */
export function watchTerminal(
  isOnTerminal = STANDARD_STREAMS.some((stream) => isatty(stream)),
  path = OWN_TERMINAL,
): () => boolean {
  const hadTerminal = isOnTerminal && canOpen(path);
  return () => hadTerminal && !canOpen(path);
}

function canOpen(path: string): boolean {
  try {
    closeSync(openSync(path, "r+"));
    return true;
  } catch {
    // The system takes the terminal from the process before it sends SIGHUP.
    return false;
  }
}
