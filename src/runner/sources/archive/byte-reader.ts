import { archiveError } from "./archive-error.ts";

/** Reads bytes in the pieces that a reader of archives wants, and counts them against a limit. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #maxBytes: number;
  #held: Buffer = Buffer.alloc(0);
  #read = 0;

  constructor(source: AsyncIterable<Uint8Array>, maxBytes: number) {
    this.#source = source[Symbol.asyncIterator]();
    this.#maxBytes = maxBytes;
  }

  /** Up to `most` bytes; none at the end. */
  async some(most: number): Promise<Buffer> {
    while (this.#held.length === 0) {
      const next = await this.#source.next();
      if (next.done === true) return this.#held;
      this.#held = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    }
    const taken = this.#held.subarray(0, most);
    this.#held = this.#held.subarray(taken.length);
    this.#read += taken.length;
    if (this.#read > this.#maxBytes) throw archiveError(`it is larger than ${this.#maxBytes} bytes`);
    return taken;
  }

  /** Exactly so many bytes. Throws `run_source_invalid` if there are less. */
  async exactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missing = size;
    while (missing > 0) {
      const part = await this.some(missing);
      if (part.length === 0) throw archiveError("it is cut off");
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }

  /** Ends the reading, wherever it is. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
