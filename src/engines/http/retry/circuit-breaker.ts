/** How many failures in a row open a breaker. */
const FAILURES = 5;
/** Failures further apart than this are not in a row. */
const WINDOW_MS = 60_000;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;

/** Stops calls to an engine that keeps failing, and tries it again with one call at a time. */
export class CircuitBreaker {
  #failures = 0;
  #firstFailureAt = 0;
  /** When a trial may be made; 0 while the breaker is closed. */
  #openUntil = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #isTrialUnderWay = false;

  /** Whether every call may pass. */
  get isClosed(): boolean {
    return this.#openUntil === 0;
  }

  /** Lets a call pass, and says so with 0; otherwise the milliseconds until it is worth asking again. */
  admit(now: number): number {
    if (this.#openUntil === 0) return 0;
    const left = this.#openUntil - now;
    if (left > 0) return left;
    if (this.#isTrialUnderWay) return FIRST_PAUSE_MS;
    this.#isTrialUnderWay = true;
    return 0;
  }

  /** Notes that the engine works. */
  succeed(): void {
    if (this.#failures === 0) return;
    this.#failures = 0;
    this.#openUntil = 0;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#isTrialUnderWay = false;
  }

  /** Notes a failure of the transport, of the trial or of another call. */
  fail(now: number, isTrial: boolean): void {
    if (isTrial) {
      this.#isTrialUnderWay = false;
      this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
      this.#openUntil = now + this.#pauseMs;
      return;
    }
    // Calls from before it opened say nothing new.
    if (this.#openUntil !== 0) return;
    if (this.#failures === 0 || now - this.#firstFailureAt > WINDOW_MS) {
      this.#failures = 0;
      this.#firstFailureAt = now;
    }
    this.#failures++;
    if (this.#failures >= FAILURES) this.#openUntil = now + this.#pauseMs;
  }

  /** Ends a trial that found out nothing, so that another can be made. */
  forgetTrial(): void {
    this.#isTrialUnderWay = false;
  }
}
