import { fstatSync } from "node:fs";

const INTERVAL_MS = 500;
const STANDARD_INPUT = 0;

/** What the watch asks of the system, so that tests can replace it. */
export interface ParentSource {
  /** The process that started this one, or the one that took it over. */
  readonly ppid: number;
  /** Whether another program writes to our standard input. */
  readonly isDriven: () => boolean;
}

const system: ParentSource = {
  get ppid() {
    return process.ppid;
  },
  isDriven,
};

/**
 * Calls `onGone` once when the program that drives this one has died, also by SIGKILL, of which nothing else tells: a program may
 * end our input and go on. A process that nobody drives through a pipe, such as a job of a shell, outlives its parent.
 */
export function watchParent(onGone: () => void, source: ParentSource = system): void {
  if (!source.isDriven()) return;
  const first = source.ppid;
  const timer = setInterval(() => {
    if (source.ppid === first) return;
    clearInterval(timer);
    onGone();
  }, INTERVAL_MS).unref();
}

function isDriven(): boolean {
  try {
    const status = fstatSync(STANDARD_INPUT);
    return status.isFIFO() || status.isSocket();
  } catch {
    // Standard input is closed.
    return false;
  }
}
