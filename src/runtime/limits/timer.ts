/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A timer that can be started and stopped again. It runs on the monotonic clock, so that steps of the wall clock do not move it. */
export class Timer {
  readonly #delayMs: number | undefined;
  readonly #onEnd: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** Without a delay it never ends. */
  constructor(delayMs: number | undefined, onEnd: () => void) {
    this.#delayMs = delayMs;
    this.#onEnd = onEnd;
  }

  start(): void {
    if (this.#delayMs === undefined) return;
    if (this.#timer !== undefined) this.#timer.refresh();
    else this.#timer = setTimeout(this.#onEnd, Math.min(this.#delayMs, MAX_TIMER_MS));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
