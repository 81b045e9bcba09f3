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
 * Does long work in slices, one slice in each event-loop turn, so that short calls are served in between. All work takes
 * turns: a body of moderate length does not wait until a huge one is done.
 */
export class SliceQueue {
  #waiting: Waiting[] = [];

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
      if (this.#waiting.push({ work, resolve, reject }) === 1) setImmediate(this.#next);
    });
  }

  readonly #next = (): void => {
    const [first] = this.#waiting.splice(0, 1);
    if (first === undefined) return;
    try {
      if (first.work?.step() === false) this.#waiting.push(first);
      else first.resolve();
    } catch (error) {
      first.reject(error);
    }
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}
