const MAX_FAILURES = 5;
/** Failures count as consecutive only within this time. */
const FAILURE_WINDOW_MS = 60_000;
const MIN_PAUSE_MS = 5000;
const MAX_PAUSE_MS = 60_000;

/**
 * Stops the calls to an engine that failed five times in a row. After a pause it admits one trial call. The trial closes the
 * breaker if it succeeds and doubles the pause if it fails.
 */
export class CircuitBreaker {
  #failures = 0;
  #firstFailureAt = 0;
  /** Time of the next trial; 0 while the breaker is closed. */
  #openUntil = 0;
  #pauseMs = MIN_PAUSE_MS;
  #hasTrial = false;

  /** Whether all calls are admitted. */
  get isClosed(): boolean {
    return this.#openUntil === 0;
  }

  /** Admits a call and returns 0, or returns the milliseconds to wait before the next attempt. */
  admit(now: number): number {
    if (this.#openUntil === 0) return 0;
    const left = this.#openUntil - now;
    if (left > 0) return left;
    if (this.#hasTrial) return MIN_PAUSE_MS;
    this.#hasTrial = true;
    return 0;
  }

  succeed(): void {
    if (this.#failures === 0) return;
    this.#failures = 0;
    this.#openUntil = 0;
    this.#pauseMs = MIN_PAUSE_MS;
    this.#hasTrial = false;
  }

  fail(now: number, isTrial: boolean): void {
    if (isTrial) {
      this.#hasTrial = false;
      this.#pauseMs = Math.min(this.#pauseMs * 2, MAX_PAUSE_MS);
      this.#openUntil = now + this.#pauseMs;
      return;
    }
    // Calls that began before it opened add no information.
    if (this.#openUntil !== 0) return;
    if (this.#failures === 0 || now - this.#firstFailureAt > FAILURE_WINDOW_MS) {
      this.#failures = 0;
      this.#firstFailureAt = now;
    }
    this.#failures++;
    if (this.#failures >= MAX_FAILURES) this.#openUntil = now + this.#pauseMs;
  }

  /** Ends a trial without a result, so that another call can be the trial. */
  cancelTrial(): void {
    this.#hasTrial = false;
  }
}
