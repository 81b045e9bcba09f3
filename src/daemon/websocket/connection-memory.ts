const MAX_RESPONSES = 32;
const MAX_BYTES = 64 * 1024 * 1024;

/** What a response left behind: its input and its output, as input items of the next one. */
interface Remembered {
  readonly items: readonly unknown[];
  readonly bytes: number;
}

/** The last responses of one connection, so that the next request can name one of them in place of its items. */
export class ConnectionMemory {
  readonly #responses = new Map<string, Remembered>();
  #bytes = 0;

  /** The items up to and including a response; undefined when it is not of this connection, or was long ago. */
  recall(id: string): readonly unknown[] | undefined {
    return this.#responses.get(id)?.items;
  }

  /** Keeps a response, and forgets the oldest where there are too many; `bytes` is how large its items are. */
  keep(id: string, items: readonly unknown[], bytes: number): void {
    this.#forget(id);
    if (bytes > MAX_BYTES) return;
    this.#responses.set(id, { items, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#responses.keys()) {
      if (this.#responses.size <= MAX_RESPONSES && this.#bytes <= MAX_BYTES) return;
      this.#forget(oldest);
    }
  }

  #forget(id: string): void {
    const known = this.#responses.get(id);
    if (known === undefined) return;
    this.#responses.delete(id);
    this.#bytes -= known.bytes;
  }
}
