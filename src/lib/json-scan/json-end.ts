import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, OPEN_BRACE, OPEN_BRACKET, QUOTE } from "./json-bytes.ts";

/** Follows a JSON text that is too large to be held, to know whether its last bracket was closed. */
export class JsonEnd {
  #depth = 0;
  #hasBegun = false;
  #isOther = false;
  #isString = false;
  #isEscaped = false;
  #isClosed = false;

  push(chunk: Uint8Array): void {
    if (this.#isOther) return;
    let depth = this.#depth;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      if (this.#isString) {
        at = this.#passString(chunk, at);
      } else if (byte === QUOTE && depth > 0) this.#isString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        depth += 1;
        this.#hasBegun = true;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth -= 1;
        if (depth === 0) this.#isClosed = true;
      } else if (byte > 0x20 && depth === 0 && !isByteOrderMark(byte)) {
        this.#isOther = true;
        return;
      }
    }
    this.#depth = depth;
  }

  /** Whether the text is one whole object or list, one that is not closed, or something else. */
  get state(): "whole" | "open" | "other" {
    if (this.#isOther || !this.#hasBegun || this.#depth < 0) return "other";
    return this.#isClosed && this.#depth === 0 ? "whole" : "open";
  }

  // Answers the place of the string's last byte in this chunk.
  #passString(chunk: Uint8Array, start: number): number {
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) {
        this.#isString = false;
        return at;
      }
    }
    return chunk.length;
  }
}

function isByteOrderMark(byte: number): boolean {
  return byte === 0xef || byte === 0xbb || byte === 0xbf;
}
