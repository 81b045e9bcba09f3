/** Bounds the bytes that all WebSocket connections of a server hold for one purpose. */
export class ByteBudget {
  readonly #maxBytes: number;
  #used = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get used(): number {
    return this.#used;
  }

  /** Takes bytes; returns false, and takes none, when they exceed the budget. */
  take(bytes: number): boolean {
    if (this.#used + bytes > this.#maxBytes) return false;
    this.#used += bytes;
    return true;
  }

  /** Returns bytes that were taken. */
  release(bytes: number): void {
    this.#used -= bytes;
  }
}
