const MAX_RESPONSES_PER_CONNECTION = 32;
const MAX_BYTES_PER_CONNECTION = 64 * 1024 * 1024;

interface Remembered {
  readonly owner: ConnectionMemory;
  readonly id: string;
  readonly items: readonly unknown[];
  readonly bytes: number;
}

/** Bounds the memories of all connections of a server together: the oldest response of all is forgotten first. */
export class SharedMemory {
  readonly #maxBytes: number;
  /** In the order in which the responses were kept. */
  readonly #responses = new Set<Remembered>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The size of all remembered responses. */
  get bytes(): number {
    return this.#bytes;
  }

  add(response: Remembered): void {
    this.#responses.add(response);
    this.#bytes += response.bytes;
    for (const oldest of this.#responses) {
      if (this.#bytes <= this.#maxBytes) return;
      oldest.owner.forget(oldest.id);
    }
  }

  delete(response: Remembered): void {
    if (this.#responses.delete(response)) this.#bytes -= response.bytes;
  }
}

/**
 * The last responses of one connection. The next request may name one of them in place of sending its items again. Each
 * entry holds the input and the output of a response, as input items of the next one.
 */
export class ConnectionMemory {
  readonly #shared: SharedMemory;
  readonly #responses = new Map<string, Remembered>();
  #bytes = 0;

  constructor(shared: SharedMemory) {
    this.#shared = shared;
  }

  /** The items up to and including a response; undefined when it is unknown or was forgotten. */
  recall(id: string): readonly unknown[] | undefined {
    return this.#responses.get(id)?.items;
  }

  /** Remembers a response and forgets the oldest ones above the limits; `bytes` is the size of its items. */
  keep(id: string, items: readonly unknown[], bytes: number): void {
    this.forget(id);
    if (bytes > MAX_BYTES_PER_CONNECTION) return;
    const response = { owner: this, id, items, bytes };
    this.#responses.set(id, response);
    this.#bytes += bytes;
    for (const oldest of this.#responses.keys()) {
      if (this.#responses.size <= MAX_RESPONSES_PER_CONNECTION && this.#bytes <= MAX_BYTES_PER_CONNECTION)
        break;
      this.forget(oldest);
    }
    this.#shared.add(response);
  }

  forget(id: string): void {
    const known = this.#responses.get(id);
    if (known === undefined) return;
    this.#responses.delete(id);
    this.#bytes -= known.bytes;
    this.#shared.delete(known);
  }

  /** Forgets everything; called when the connection is closed. */
  clear(): void {
    for (const id of [...this.#responses.keys()]) this.forget(id);
  }
}
