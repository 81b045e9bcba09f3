const WINDOW_MS = 30_000;
/** The share of calls that may be sent again. */
const SHARE = 0.1;
/** What may be sent again in a window however few calls there were. */
const FLOOR = 3;

/** Keeps repeated calls a small part of all, so that retries cannot add to an overload. */
export class RetryBudget {
  #windowAt = 0;
  #calls = 0;
  #retries = 0;
  #callsBefore = 0;
  #retriesBefore = 0;

  /** Notes a call. */
  count(now: number): void {
    this.#slide(now);
    this.#calls++;
  }

  /** Takes one retry out of the budget, if there is one. */
  take(now: number): boolean {
    this.#slide(now);
    // The window slides over the one before it: the part that still lies within counts.
    const past = 1 - (now - this.#windowAt) / WINDOW_MS;
    const calls = this.#calls + this.#callsBefore * past;
    const retries = this.#retries + this.#retriesBefore * past;
    if (retries + 1 > Math.max(FLOOR, calls * SHARE)) return false;
    this.#retries++;
    return true;
  }

  #slide(now: number): void {
    const passed = now - this.#windowAt;
    if (passed < WINDOW_MS) return;
    const isNext = passed < 2 * WINDOW_MS;
    this.#callsBefore = isNext ? this.#calls : 0;
    this.#retriesBefore = isNext ? this.#retries : 0;
    this.#windowAt = isNext ? this.#windowAt + WINDOW_MS : now;
    this.#calls = 0;
    this.#retries = 0;
  }
}
