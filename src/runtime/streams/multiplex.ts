/**
 * Several readers of one source. Each gets every item in order. The slowest reader holds the source back; a reader that ends
 * early holds back nothing. The source ends early when every reader has.
 *
 * @example
 * import { multiplexStream } from "agent-backplane";
 * const [shown, saved] = multiplexStream(events, 2);
 */
export function multiplexStream<Item>(
  source: AsyncIterable<Item>,
  readers: number,
): readonly AsyncIterableIterator<Item>[] {
  const shared = new SharedSource(source, readers);
  return Array.from({ length: readers }, (_, index) => shared.reader(index));
}

/** Reads an item from the source when every reader has taken the one before it. */
class SharedSource<Item> {
  readonly #source: AsyncIterator<Item>;
  readonly #active: Set<number>;
  /** The readers that have not taken the present item. */
  #behind = new Set<number>();
  #present: Promise<IteratorResult<Item>> | undefined;
  #advanced = Promise.withResolvers<void>();

  constructor(source: AsyncIterable<Item>, readers: number) {
    this.#source = source[Symbol.asyncIterator]();
    this.#active = new Set(Array.from({ length: readers }, (_, index) => index));
  }

  async *reader(index: number): AsyncGenerator<Item> {
    try {
      for (;;) {
        const step = await this.#take(index);
        if (step.done === true) return;
        yield step.value;
      }
    } finally {
      await this.#leave(index);
    }
  }

  async #take(index: number): Promise<IteratorResult<Item>> {
    while (this.#present !== undefined && !this.#behind.has(index)) await this.#advanced.promise;
    if (this.#present === undefined) {
      this.#present = this.#source.next();
      this.#behind = new Set(this.#active);
    }
    const step = await this.#present;
    // The end is for all.
    if (step.done !== true) this.#taken(index);
    return step;
  }

  /** Notes that a reader needs the present item no longer. */
  #taken(index: number): void {
    this.#behind.delete(index);
    if (this.#behind.size > 0) return;
    this.#present = undefined;
    this.#advanced.resolve();
    this.#advanced = Promise.withResolvers<void>();
  }

  async #leave(index: number): Promise<void> {
    this.#active.delete(index);
    this.#taken(index);
    if (this.#active.size === 0) await this.#source.return?.();
  }
}
