import { EventLoopQueue } from "../../gateway/index.ts";

/** Something that has a part of an answer to send. */
export interface Departure {
  /** Sends it; answers of how many pieces it was made. */
  send(): number;
}

/** When so many parts of streams leave within so many milliseconds, there is company to wait for. */
const MANY = 64;
const WITHIN_MS = 32;
const WAIT_MS = 3;
/** Unless so many pieces leave with each write, waiting does not pay. */
const WORTH = 1.25;
/** How many parts leave at once before waiting is tried again. */
const REST = 4096;

/**
 * Sends answers: all of a turn of the event loop at its end, in a row. While many streams are under way, what is neither
 * the beginning nor the end of one waits some milliseconds for more of it: each write to a socket has its price, and
 * busy streams would pay it for every few bytes. Where it turns out that nothing more came meanwhile, nobody waits for a while.
 */
export class WriteBatcher {
  readonly #now: () => number;
  readonly #atOnce = new EventLoopQueue<Departure>((one) => void one.send());
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
    this.#passed = 0;
    const now = this.#now();
    this.#isBusy = now - this.#since < WITHIN_MS;
    this.#since = now;
  }

  readonly #sendSoon = (): void => {
    const waiting = this.#soon;
    this.#soon = [];
    let pieces = 0;
    let writes = 0;
    for (const one of waiting) {
      const sent = one.send();
      // What came to its end meanwhile has left already.
      if (sent > 0) writes += 1;
      pieces += sent;
    }
    if (writes === 0 || pieces >= WORTH * writes) return;
    this.#isBusy = false;
    this.#passed = MANY - REST;
  };
}
