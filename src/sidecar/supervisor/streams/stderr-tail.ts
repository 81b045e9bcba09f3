const LINE_FEED = 0x0a;
/** How far the beginning of a cut text is searched for the end of its first line. */
const MAX_SKIPPED_BYTES = 8192;
/** What is left out of a cut text without line ends: longer than the beginning that makes a secret recognisable. */
const CUT_MARGIN_BYTES = 512;

/** The last bytes of a standard error stream. Reading them never blocks the program that writes. */
export class StderrTail {
  readonly #ring: Buffer;
  readonly #redact: (text: string) => string;
  #total = 0;

  constructor(capacity: number, redact: (text: string) => string) {
    this.#ring = Buffer.alloc(capacity);
    this.#redact = redact;
  }

  get totalBytes(): number {
    return this.#total;
  }

  get droppedBytes(): number {
    return Math.max(0, this.#total - this.#ring.length);
  }

  clear(): void {
    this.#total = 0;
  }

  push(chunk: Buffer): void {
    const capacity = this.#ring.length;
    const kept = chunk.subarray(Math.max(0, chunk.length - capacity));
    const start = (this.#total + chunk.length - kept.length) % Math.max(1, capacity);
    const first = kept.subarray(0, capacity - start);
    first.copy(this.#ring, start);
    kept.subarray(first.length).copy(this.#ring, 0);
    this.#total += chunk.length;
  }

  /**
   * The tail as text with secrets removed, at most `maxBytes` of it. The beginning of a cut text is left out, because half of
   * a secret is not recognised as one.
   */
  text(maxBytes = Number.POSITIVE_INFINITY): string {
    const capacity = this.#ring.length;
    const isFull = this.#total > capacity;
    const place = this.#total % Math.max(1, capacity);
    const bytes = isFull
      ? Buffer.concat([this.#ring.subarray(place), this.#ring.subarray(0, place)])
      : this.#ring.subarray(0, this.#total);
    const shown = bytes.subarray(isFull ? cutBeginning(bytes) : 0);
    const text = this.#redact(shown.toString("utf8"));
    const tooLong = Buffer.byteLength(text) - maxBytes;
    return tooLong > 0 ? Buffer.from(text).subarray(tooLong).toString("utf8") : text;
  }
}

function cutBeginning(bytes: Buffer): number {
  const lineEnd = bytes.indexOf(LINE_FEED);
  return lineEnd >= 0 && lineEnd < MAX_SKIPPED_BYTES ? lineEnd + 1 : CUT_MARGIN_BYTES;
}
