import { isAscii, isUtf8 } from "node:buffer";

const LINE_FEED = 0x0a;
const FIRST_CAPACITY = 4096;
/** A buffer that grew larger than this is given back after its line. */
const KEPT_CAPACITY = 256 * 1024;

/** Why no further line can be read. */
export type LineFault = "line-too-long" | "invalid-utf8";

/** The complete lines of one chunk, without their line feeds. A fault comes after all of them. */
export interface SplitLines {
  readonly lines: readonly string[];
  readonly fault?: LineFault;
  /** Where a fault is: the bytes of the line, or their beginning. */
  readonly faultBytes?: Uint8Array;
}

/**
 * Splits bytes into lines of strict UTF-8 at the line feed, and only there. Time is linear in the bytes, and memory is
 * bounded by the longest line. After a fault it must not be used again.
 */
export class LineSplitter {
  readonly #maxLineBytes: number;
  /** The beginning of a line that is not complete. */
  #held: Buffer = Buffer.allocUnsafe(FIRST_CAPACITY);
  #heldBytes = 0;

  /** `maxLineBytes` does not count the line feed. */
  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** The bytes after the last line feed. */
  get rest(): Uint8Array {
    return this.#held.subarray(0, this.#heldBytes);
  }

  push(chunk: Buffer): SplitLines {
    const first = chunk.indexOf(LINE_FEED);
    if (first < 0) return this.#hold(chunk) ? { lines: [] } : this.#tooLong();
    let start = 0;
    const lines: string[] = [];
    if (this.#heldBytes > 0) {
      if (!this.#hold(chunk.subarray(0, first))) return this.#tooLong();
      const line = decode(this.rest);
      if (line === undefined) return { lines, fault: "invalid-utf8", faultBytes: this.rest };
      lines.push(line);
      this.#release();
      start = first + 1;
    }
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    const fault = end > start ? this.#splitBlock(chunk.subarray(start, end - 1), lines) : undefined;
    if (fault !== undefined) return fault;
    return this.#hold(chunk.subarray(end)) ? { lines } : { ...this.#tooLong(), lines };
  }

  /** The last line if its line feed is missing; undefined if nothing is left or it is not UTF-8. */
  end(): string | undefined {
    return this.#heldBytes === 0 ? undefined : decode(this.rest);
  }

  /** Splits complete lines at once, and one by one if one of them has a fault. */
  #splitBlock(block: Buffer, lines: string[]): SplitLines | undefined {
    const text = block.length <= this.#maxLineBytes ? decode(block) : undefined;
    if (text !== undefined) {
      for (const line of text.split("\n")) lines.push(line);
      return undefined;
    }
    for (let start = 0; start <= block.length; ) {
      const found = block.indexOf(LINE_FEED, start);
      const end = found < 0 ? block.length : found;
      const bytes = block.subarray(start, end);
      if (bytes.length > this.#maxLineBytes) return { lines, fault: "line-too-long", faultBytes: bytes };
      const line = decode(bytes);
      if (line === undefined) return { lines, fault: "invalid-utf8", faultBytes: bytes };
      lines.push(line);
      start = end + 1;
    }
    return undefined;
  }

  #hold(bytes: Buffer): boolean {
    const size = this.#heldBytes + bytes.length;
    if (size > this.#maxLineBytes) return false;
    if (size > this.#held.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, Math.min(this.#held.length * 2, this.#maxLineBytes)));
      this.#held.copy(larger, 0, 0, this.#heldBytes);
      this.#held = larger;
    }
    bytes.copy(this.#held, this.#heldBytes);
    this.#heldBytes = size;
    return true;
  }

  #release(): void {
    this.#heldBytes = 0;
    if (this.#held.length > KEPT_CAPACITY) this.#held = Buffer.allocUnsafe(FIRST_CAPACITY);
  }

  #tooLong(): SplitLines {
    return { lines: [], fault: "line-too-long", faultBytes: this.rest };
  }
}

/** Undefined for bytes that are not UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
  const view = bytes as Buffer;
  if (isAscii(bytes)) return view.toString("latin1");
  return isUtf8(bytes) ? view.toString("utf8") : undefined;
}
