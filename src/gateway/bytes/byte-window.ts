const MIN_BYTES = 8 * 1024;

/**
 * A growing buffer for bytes that arrive in chunks. Copying chunks into one buffer is cheaper than holding them: the
 * garbage collector visits every held chunk for as long as a stream lasts.
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

  /** A view of the held bytes, valid until the next change. */
  view(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Drops the first `count` bytes. */
  dropBefore(count: number): void {
    this.#buffer.copyWithin(0, count, this.#length);
    this.#length -= count;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(MIN_BYTES, needed, this.#buffer.length * 2));
    larger.set(this.view());
    this.#buffer = larger;
  }
}
