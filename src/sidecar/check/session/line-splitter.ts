const LINE_FEED = 0x0a;

/** Why the reading of output was given up. */
export type OutputExcess = "line" | "total";

/** Splits output into lines at line feeds, up to the limits. After an excess it takes nothing more. */
export class LineSplitter {
  readonly #limits: { readonly maxLineBytes: number; readonly maxOutputBytes: number };
  readonly #onLine: (line: Uint8Array) => void;
  #pieces: Uint8Array[] = [];
  #lineBytes = 0;
  #totalBytes = 0;
  excess: OutputExcess | undefined;

  constructor(
    limits: { readonly maxLineBytes: number; readonly maxOutputBytes: number },
    onLine: (line: Uint8Array) => void,
  ) {
    this.#limits = limits;
    this.#onLine = onLine;
  }

  push(chunk: Uint8Array): void {
    if (this.excess !== undefined) return;
    this.#totalBytes += chunk.length;
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#hold(chunk.subarray(start, end));
      if (this.excess !== undefined) return;
      this.#deliver();
      start = end + 1;
    }
    this.#hold(chunk.subarray(start));
    if (this.#totalBytes > this.#limits.maxOutputBytes) this.#giveUp("total");
  }

  /** Delivers a last line without a line feed. */
  end(): void {
    if (this.#lineBytes > 0) this.#deliver();
  }

  #hold(piece: Uint8Array): void {
    this.#lineBytes += piece.length;
    if (this.#lineBytes > this.#limits.maxLineBytes) this.#giveUp("line");
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  #deliver(): void {
    const line = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#lineBytes = 0;
    this.#onLine(line);
  }

  #giveUp(excess: OutputExcess): void {
    this.excess = excess;
    this.#pieces = [];
    this.#lineBytes = 0;
  }
}
