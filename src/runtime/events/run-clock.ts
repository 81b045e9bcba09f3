import { type ClockRecord, clockRecord } from "../../contract/index.ts";

/** The clock of one run. Its times never go back, even if the wall clock does. */
export class RunClock {
  readonly #wallClock: () => Date;
  #latest = Number.NEGATIVE_INFINITY;
  #steppedBackMs = 0;

  constructor(wallClock: () => Date) {
    this.#wallClock = wallClock;
  }

  /** The present time, or the latest time that was read before if that is later. */
  readonly now = (): Date => {
    const time = this.#wallClock().getTime();
    this.noteStep(this.#latest - time);
    this.#latest = Math.max(this.#latest, time);
    return new Date(this.#latest);
  };

  /** Notes that a time was this many milliseconds before one that is recorded already; a negative number says nothing. */
  noteStep(milliseconds: number): void {
    this.#steppedBackMs = Math.max(this.#steppedBackMs, milliseconds);
  }

  /** The statement for the receipt; undefined if the clock did not step back. */
  record(): ClockRecord | undefined {
    return clockRecord(this.#steppedBackMs);
  }
}
