const SMALLEST = 8 * 1024;

/**
 * Bytes that came in pieces, copied into one place. To hold the pieces themselves costs more: the garbage collector
 * carries every one of them about for as long as a stream lasts.
 */
export class ByteWindow {
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(chunk: Uint8Array): void {
    this.#reserve(chunk.length);
    this.#buffer.set(chunk, this.#length);
    this.#length += chunk.length;
  }

  /** What is held, in place: it changes with the next piece. */
  view(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Lets go of everything before a place. */
  dropBefore(place: number): void {
    this.#buffer.copyWithin(0, place, this.#length);
    this.#length -= place;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(SMALLEST, needed, this.#buffer.length * 2));
    larger.set(this.view());
    this.#buffer = larger;
  }
}
