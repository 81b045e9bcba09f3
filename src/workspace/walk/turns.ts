import { setImmediate } from "node:timers/promises";

// Long enough to cost little, short enough that other work of the process does not notice.
const MAX_TURN_MS = 8;

/** Runs synchronous steps to their end, and gives the event loop a turn from time to time. */
export async function runInTurns<Result>(
  steps: Iterator<unknown, Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let turnEnd = performance.now() + MAX_TURN_MS;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() < turnEnd) continue;
    await setImmediate();
    signal?.throwIfAborted();
    turnEnd = performance.now() + MAX_TURN_MS;
  }
}
