const WINDOW_MS = 30_000;
/** Retries may add this share to the calls of a window. */
const MAX_RETRY_SHARE = 0.1;
/** Retries that a window always allows, however few calls it has. */
const MIN_RETRIES = 3;

/** Limits retries to a small share of all calls, so that they cannot add to an overload. */
export class RetryBudget {
  #windowStart = 0;
  #calls = 0;
  #retries = 0;
  #previousCalls = 0;
  #previousRetries = 0;

  count(now: number): void {
    this.#moveWindow(now);
    this.#calls++;
  }

  /** Takes one retry from the budget and returns true, or returns false if the budget is used up. */
  take(now: number): boolean {
    this.#moveWindow(now);
    // A sliding window: the previous window counts with the share of it that is less than one window ago.
    const share = 1 - (now - this.#windowStart) / WINDOW_MS;
    const calls = this.#calls + this.#previousCalls * share;
    const retries = this.#retries + this.#previousRetries * share;
    if (retries + 1 > Math.max(MIN_RETRIES, calls * MAX_RETRY_SHARE)) return false;
    this.#retries++;
    return true;
  }

  #moveWindow(now: number): void {
    const passed = now - this.#windowStart;
    if (passed < WINDOW_MS) return;
    const isNext = passed < 2 * WINDOW_MS;
    this.#previousCalls = isNext ? this.#calls : 0;
    this.#previousRetries = isNext ? this.#retries : 0;
    this.#windowStart = isNext ? this.#windowStart + WINDOW_MS : now;
    this.#calls = 0;
    this.#retries = 0;
  }
}
