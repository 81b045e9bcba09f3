/** One coarse timer for every time limit of the context: a limit is a number of ticks, and a reading costs nothing. */
export class CoarseClock {
  readonly milliseconds: number;
  readonly #timer: NodeJS.Timeout;
  #now = 0;

  /** Ticks often enough for the shortest of the limits, in milliseconds. */
  constructor(limits: readonly number[], onTick: () => void) {
    this.milliseconds = Math.max(10, Math.min(1000, ...limits.map((limit) => Math.ceil(limit / 4))));
    this.#timer = setInterval(() => {
      this.#now += 1;
      onTick();
    }, this.milliseconds);
    this.#timer.unref();
  }

  /** The number of the current tick. */
  get now(): number {
    return this.#now;
  }

  /** How many ticks are at least this long; the first tick after a reading may come at once, hence one more. */
  ticksFor(milliseconds: number): number {
    return Math.ceil(milliseconds / this.milliseconds) + 1;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
