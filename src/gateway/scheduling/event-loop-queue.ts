/**
 * Collects the work of one event-loop turn and does it at the end of the turn, in order. Processing equal work together
 * costs about half the CPU of processing each item between other callbacks.
 */
export class EventLoopQueue<Item> {
  readonly #work: (item: Item) => void;
  readonly #onError: (error: unknown, item: Item) => void;
  #items: Item[] = [];

  /** `onError` takes what `work` throws for one item; the other items are still done. */
  constructor(work: (item: Item) => void, onError: (error: unknown, item: Item) => void = throwLater) {
    this.#work = work;
    this.#onError = onError;
  }

  /** Adds an item. Items that `work` itself adds wait for the next turn. */
  add(item: Item): void {
    if (this.#items.push(item) === 1) setImmediate(this.#run);
  }

  readonly #run = (): void => {
    const items = this.#items;
    this.#items = [];
    for (const item of items) {
      try {
        this.#work(item);
      } catch (error) {
        this.#onError(error, item);
      }
    }
  };
}

// Without an `onError` the error surfaces as uncaught, after the rest of the batch.
function throwLater(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}
