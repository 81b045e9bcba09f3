/** Something that wants to be told that time goes on. */
export interface Ticking {
  tick?(now: number): void;
  /** Its place among the others; the clock's own note. */
  tickPlace?: number;
}

const TICK_MS = 250;

/**
 * One timer for all streams: a timer each would cost more than what it watches. They stand in a list and not in a `Set`,
 * whose outgrown tables keep each other alive in the old generation, and every stream they ever held with them.
 */
export class HeartbeatTimer {
  readonly #members: Ticking[] = [];
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(member: Ticking): void {
    member.tickPlace = this.#members.push(member) - 1;
    this.#timer ??= setInterval(this.#tick, TICK_MS).unref();
  }

  remove(member: Ticking): void {
    const place = member.tickPlace;
    if (place === undefined || this.#members[place] !== member) return;
    const last = this.#members.pop()!;
    if (last !== member) {
      this.#members[place] = last;
      last.tickPlace = place;
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  readonly #tick = (): void => {
    const now = this.#now();
    for (const member of [...this.#members]) member.tick?.(now);
    if (this.#members.length === 0) this.close();
  };
}
