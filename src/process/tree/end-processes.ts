import { setTimeout as delay } from "node:timers/promises";

const MAX_WAIT_MS = 5000;
const FIRST_PAUSE_MS = 1;
const MAX_PAUSE_MS = 50;

/** Sends a signal; false if the process, or the group for a negative number, is gone or not ours. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/**
 * Ends processes with SIGKILL until `find` finds none, because a process can start another one between the look and the
 * signal. Gives up after five seconds, for example on processes of another user. Returns how many different ones are gone.
 */
export async function endProcesses(find: () => readonly number[]): Promise<number> {
  const seen = new Set<number>();
  const giveUpAt = performance.now() + MAX_WAIT_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    const found = find().filter((pid) => pid !== process.pid);
    for (const pid of found) seen.add(pid);
    if (found.length === 0 || performance.now() > giveUpAt) return seen.size - found.length;
    for (const pid of found) sendSignal(pid, "SIGKILL");
    await delay(pauseMs);
  }
}
