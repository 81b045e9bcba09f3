import { TurnQueue } from "../gateway/index.ts";

/** Something that has a part of an answer to send. */
export interface Departure {
  send(): void;
}

/** When so many parts of streams leave within so many milliseconds, there is company to wait for. */
const MANY = 64;
const WITHIN_MS = 32;
const WAIT_MS = 3;
/** When no more than these left together, there is none. */
const FEW = 3;

/**
 * Sends answers: all of a turn of the event loop at its end, in a row. While many streams are under way, what is neither
 * the beginning nor the end of one waits some milliseconds for more of it: each write to a socket has its price, and
 * busy streams would pay it for every few bytes.
 */
export class Departures {
  readonly #now: () => number;
  readonly #atOnce = new TurnQueue<Departure>((one) => one.send());
  #soon: Departure[] = [];
  #isBusy = false;
  #passed = 0;
  #since = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Sends at the end of this turn. */
  add(one: Departure): void {
    this.#atOnce.add(one);
  }

  /** Sends a further part of a stream, at the end of this turn or in company. */
  addPart(one: Departure): void {
    if (this.#isBusy) {
      if (this.#soon.push(one) === 1) setTimeout(this.#sendSoon, WAIT_MS);
      return;
    }
    this.#atOnce.add(one);
    this.#passed += 1;
    if (this.#passed < MANY) return;
    const now = this.#now();
    this.#isBusy = now - this.#since < WITHIN_MS;
    this.#since = now;
    this.#passed = 0;
  }

  readonly #sendSoon = (): void => {
    const waiting = this.#soon;
    this.#soon = [];
    this.#isBusy = waiting.length > FEW;
    for (const one of waiting) one.send();
  };
}
