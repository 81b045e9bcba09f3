/** Work that takes too long for one event-loop turn. */
export interface SlicedWork {
  /** Does the next slice, of a few milliseconds, and answers whether the work is done. */
  step(): boolean;
}

interface Waiting {
  readonly work: SlicedWork | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The pause after a turn that was granted. The work in it may take most of the time that another caller may wait, and a new
 * connection needs several event-loop turns until its request is read.
 */
const PAUSE_AFTER_TURN_MS = 2;

/**
 * Does long work in slices, one slice in each event-loop turn, so that short calls are served in between. All work takes
 * turns: a body of moderate length does not wait until a huge one is done.
 */
export class SliceQueue {
  #waiting: Waiting[] = [];
  #isScheduled = false;

  /** Settles when the work is done; rejects with what `step` throws. */
  run(work: SlicedWork): Promise<void> {
    return this.#add(work);
  }

  /** Settles in a turn of its own: what the caller does next is the only long work of that turn. */
  turn(): Promise<void> {
    return this.#add(undefined);
  }

  #add(work: SlicedWork | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      setImmediate(this.#next);
    });
  }

  readonly #next = (): void => {
    const first = this.#waiting.shift();
    if (first === undefined) {
      this.#isScheduled = false;
      return;
    }
    try {
      if (first.work?.step() === false) this.#waiting.push(first);
      else first.resolve();
    } catch (error) {
      first.reject(error);
    }
    // The queue looks once more even if nothing waits: what comes next waits for the pause as well.
    if (first.work === undefined) setTimeout(this.#next, PAUSE_AFTER_TURN_MS);
    else setImmediate(this.#next);
  };
}
