/** Ticks per shortest limit: a limit is exceeded by at most a quarter of the shortest one, plus one tick. */
const TICKS_PER_LIMIT = 4;
const MIN_TICK_MS = 10;
const MAX_TICK_MS = 1000;

/**
 * One timer for all time limits of a server. A limit is a number of ticks, so that a connection needs no timer of its
 * own and reading the clock costs nothing.
 */
export class CoarseClock {
  /** The length of a tick. */
  readonly milliseconds: number;
  readonly #timer: NodeJS.Timeout;
  #now = 0;

  /** Ticks often enough for the shortest of the limits, which are in milliseconds. */
  constructor(limits: readonly number[], onTick: () => void) {
    const shortest = Math.min(...limits.map((limit) => Math.ceil(limit / TICKS_PER_LIMIT)));
    this.milliseconds = Math.max(MIN_TICK_MS, Math.min(MAX_TICK_MS, shortest));
    this.#timer = setInterval(() => {
      this.#now += 1;
      onTick();
    }, this.milliseconds);
    this.#timer.unref();
  }

  /** The number of ticks since the clock was started. */
  get now(): number {
    return this.#now;
  }

  /** The number of ticks that last at least this long. One is added because the next tick may come at once. */
  ticksFor(milliseconds: number): number {
    return Math.ceil(milliseconds / this.milliseconds) + 1;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
