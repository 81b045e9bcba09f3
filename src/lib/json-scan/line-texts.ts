import type { JsonTexts } from "./json-texts.ts";

const LINE_FEED = 0x0a;

/** Visits the texts of lines of which each is a document, as their bytes arrive. What stands before a document is passed over. */
export class LineTexts {
  readonly #open: () => JsonTexts;
  #texts: JsonTexts;
  #isDoubtful = false;

  /** `open` makes the reader of one line. */
  constructor(open: () => JsonTexts) {
    this.#open = open;
    this.#texts = open();
  }

  /** Whether readers may disagree about a line, or a document goes on behind the end of its line. */
  get isDoubtful(): boolean {
    return this.#isDoubtful || this.#texts.isLenient || this.#texts.isOpen;
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      const end = chunk.indexOf(LINE_FEED, at);
      this.#texts.push(chunk.subarray(at, end === -1 ? chunk.length : end));
      if (end === -1) return;
      this.#isDoubtful = this.isDoubtful;
      this.#texts = this.#open();
      at = end + 1;
    }
  }
}
