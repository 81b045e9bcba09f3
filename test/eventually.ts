import { vi } from "vitest";

/** Shorter than the time limit of a test, so that a failure names what was waited for. */
const MAX_WAIT_MS = 200_000;
const INTERVAL_MS = 5;

// The real clock and timer, also while a test fakes them.
const now = performance.now.bind(performance);
const startTimer = globalThis.setTimeout;

/**
 * Repeats an assertion until it holds, and returns its value. The limit is far beyond what a busy machine needs: no test passes or
 * fails by the machine's speed. Fake timers advance with each try.
 */
export function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertion, { timeout: MAX_WAIT_MS, interval: INTERVAL_MS });
}

/** Waits until a condition holds, in real time: fake timers stand still meanwhile. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = now() + MAX_WAIT_MS;
  while (!condition()) {
    if (now() > deadline)
      throw new Error(`the condition did not hold within ${MAX_WAIT_MS} ms: ${condition}`);
    await new Promise((resolve) => startTimer(resolve, INTERVAL_MS));
  }
}

/**
 * Waits until a number stays the same for a while, such as the bytes that a paused reader lets through. A machine that is slow for
 * longer than that only makes the number smaller than its final value.
 */
export async function settledNumber(read: () => number): Promise<number> {
  for (let seen = read(), unchanged = 0; ; ) {
    await new Promise((resolve) => startTimer(resolve, 50));
    unchanged = read() === seen ? unchanged + 1 : 0;
    seen = read();
    if (unchanged === 4) return seen;
  }
}

/** Lets a moment pass in which something must not happen. A slow machine can only make the test notice less. */
export const aWhile = (): Promise<void> => new Promise((resolve) => startTimer(resolve, 50));
