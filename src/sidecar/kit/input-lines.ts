const LINE_FEED = 0x0a;

/** Splits input into lines at line feeds. A chunk may end anywhere, also inside a character. */
export class InputLines {
  readonly #onLine: (line: Uint8Array) => void;
  #pieces: Uint8Array[] = [];

  constructor(onLine: (line: Uint8Array) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#pieces.push(chunk.subarray(start, end));
      start = end + 1;
      this.#deliver();
    }
    if (start < chunk.length) this.#pieces.push(chunk.subarray(start));
  }

  /** Delivers a last line without a line feed. */
  end(): void {
    if (this.#pieces.length > 0) this.#deliver();
  }

  #deliver(): void {
    const line = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#onLine(line);
  }
}
