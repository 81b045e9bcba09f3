import { AbpError } from "../../../contract/index.ts";

const MAX_FAILURES = 5;
const FAILURE_WINDOW_MS = 3 * 60_000;
const PAUSE_MS = 30_000;

interface BackendState {
  /** Times of the failures within the window, oldest first. */
  failures: number[];
  /** The end of the pause; undefined while starts are admitted. */
  openUntil: number | undefined;
  hasTrial: boolean;
}

/**
 * Stops starting a backend that failed five times within three minutes. After a pause it admits one trial: its success closes
 * the breaker, its failure begins another pause. One object serves all backends.
 */
export class CrashLoopBreaker {
  readonly #now: () => number;
  readonly #states = new Map<string, BackendState>();

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Throws `circuit_breaker_open` while the backend must not be started. Every admitted start must be reported as ended. */
  admit(backend: string): void {
    const state = this.#states.get(backend);
    if (state?.openUntil === undefined) return;
    const leftMs = state.openUntil - this.#now();
    if (leftMs <= 0 && !state.hasTrial) {
      state.hasTrial = true;
      return;
    }
    const retryAfterMs = Math.max(Math.ceil(leftMs), 1000);
    throw new AbpError(
      "circuit_breaker_open",
      `The backend ${backend} failed ${MAX_FAILURES} times within ${FAILURE_WINDOW_MS / 60_000} minutes and is not started now`,
      { details: { backend, retry_after_ms: retryAfterMs } },
    );
  }

  succeeded(backend: string): void {
    this.#states.delete(backend);
  }

  failed(backend: string): void {
    const now = this.#now();
    const state = this.#states.get(backend) ?? { failures: [], openUntil: undefined, hasTrial: false };
    this.#states.set(backend, state);
    if (state.openUntil !== undefined) {
      // Only the trial says something new; runs that began before the pause do not prolong it.
      if (state.hasTrial) state.openUntil = now + PAUSE_MS;
      state.hasTrial = false;
      return;
    }
    state.failures = [...state.failures.filter((time) => now - time < FAILURE_WINDOW_MS), now];
    if (state.failures.length >= MAX_FAILURES) state.openUntil = now + PAUSE_MS;
  }

  /** The start ended without a verdict, for example because it was cancelled. Another start may be the trial. */
  abandoned(backend: string): void {
    const state = this.#states.get(backend);
    if (state !== undefined) state.hasTrial = false;
  }
}
