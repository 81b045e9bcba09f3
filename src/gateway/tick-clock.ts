/** Something that wants to be told that time goes on. */
export interface Ticking {
  tick?(now: number): void;
}

const TICK_MS = 1000;

/** One timer for all streams: a timer each would cost more than what it watches. */
export class TickClock {
  readonly #members = new Set<Ticking>();
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(member: Ticking): void {
    this.#members.add(member);
    this.#timer ??= setInterval(this.#tick, TICK_MS).unref();
  }

  remove(member: Ticking): void {
    this.#members.delete(member);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  readonly #tick = (): void => {
    const now = this.#now();
    for (const member of this.#members) member.tick?.(now);
    if (this.#members.size === 0) this.close();
  };
}
