/** A stream that may have to send a heartbeat. */
export interface HeartbeatMember {
  /** Called about four times a second with the time in milliseconds since the epoch. */
  tick?(now: number): void;
  /** The member's index in the timer's list; only the timer reads and writes it. */
  heartbeatIndex?: number;
}

const TICK_MS = 250;

/**
 * One timer for the heartbeats of all streams: a timer per stream costs more than the stream itself. The members stand
 * in an array and not in a `Set`, because V8 keeps the outgrown tables of a set alive, with every stream in them.
 */
export class HeartbeatTimer {
  readonly #members: HeartbeatMember[] = [];
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(member: HeartbeatMember): void {
    member.heartbeatIndex = this.#members.push(member) - 1;
    this.#timer ??= setInterval(this.tick, TICK_MS).unref();
  }

  /** Removes a member; does nothing if it was not added. */
  remove(member: HeartbeatMember): void {
    const index = member.heartbeatIndex;
    if (index === undefined || this.#members[index] !== member) return;
    const last = this.#members.pop()!;
    if (last !== member) {
      this.#members[index] = last;
      last.heartbeatIndex = index;
    }
  }

  get size(): number {
    return this.#members.length;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Ticks every member, and stops the timer when there is none. */
  readonly tick = (): void => {
    const now = this.#now();
    // A copy, because a member may end its call and so leave the list.
    for (const member of [...this.#members]) member.tick?.(now);
    if (this.#members.length === 0) this.close();
  };
}
