/**
 * Gathers what one turn of the event loop brings, and works on it at the turn's end, one after the other: the same code
 * over many pieces of work keeps the processor's caches warm, and whoever reads our sockets is woken once for all of them.
 * The work answers for its own errors.
 */
export class EventLoopQueue<Item> {
  readonly #work: (item: Item) => void;
  #items: Item[] = [];

  constructor(work: (item: Item) => void) {
    this.#work = work;
  }

  /** Puts a piece of work in; it is done before the next turn. */
  add(item: Item): void {
    if (this.#items.push(item) === 1) setImmediate(this.#run);
  }

  readonly #run = (): void => {
    const items = this.#items;
    this.#items = [];
    for (const item of items) this.#work(item);
  };
}
