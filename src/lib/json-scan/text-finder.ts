import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from "./json-bytes.ts";

/** A longer name is not the one that is looked for, and a longer value is not returned. */
const MAX_TEXT_BYTES = 512;

/**
 * Finds one text in a JSON object as its bytes arrive, by the names that lead to it, such as `response` and `id`. It reads
 * each byte once, holds none but those of one name or value, and stops at the first match. The object may be incomplete or
 * wrong elsewhere.
 */
export class TextFinder {
  readonly #path: readonly string[];
  #depth = 0;
  /** How many names of the path lead to the innermost object that is looked into. */
  #matched = 0;
  #isName = false;
  /** Whether the value that comes next is the one that the path leads through or to. */
  #isOnPath = false;
  #isInString = false;
  #isEscaped = false;
  /** The bytes of the string that is read, as Latin-1; undefined if it is of no interest. */
  #text: string | undefined;
  /** The text, once it is found. */
  value: string | undefined;
  /** Whether the text was found, or cannot be found any more. */
  isDone = false;

  constructor(path: readonly string[]) {
    this.#path = path;
  }

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && !this.isDone; at += 1) {
      const byte = bytes[at]!;
      if (this.#isInString) this.#readString(byte);
      else this.#readStructure(byte);
    }
  }

  #readString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.#isInString = false;
      this.#endString();
      return;
    }
    if (this.#text === undefined) return;
    if (this.#text.length >= MAX_TEXT_BYTES) this.#text = undefined;
    else this.#text += String.fromCharCode(byte);
  }

  #readStructure(byte: number): void {
    const isHere = this.#depth === this.#matched + 1;
    switch (byte) {
      case QUOTE:
        this.#isInString = true;
        this.#text = isHere && (this.#isName || this.#isTarget) ? "" : undefined;
        break;
      case OPEN_BRACE:
        if (isHere && this.#isOnPath) this.#matched += 1;
        this.#open();
        break;
      case OPEN_BRACKET:
        // The path leads through objects only.
        this.#open();
        if (this.#depth === 1) this.isDone = true;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.#depth -= 1;
        if (this.#depth <= this.#matched) this.#matched = Math.max(0, this.#depth - 1);
        this.#isOnPath = false;
        this.isDone = this.#depth <= 0;
        break;
      case COLON:
        if (isHere) this.#isName = false;
        break;
      case COMMA:
        if (isHere) {
          this.#isName = true;
          this.#isOnPath = false;
        }
        break;
    }
  }

  get #isTarget(): boolean {
    return this.#isOnPath && this.#matched === this.#path.length - 1;
  }

  #open(): void {
    this.#depth += 1;
    this.#isName = this.#depth === this.#matched + 1;
    this.#isOnPath = false;
  }

  #endString(): void {
    const text = this.#text === undefined ? undefined : decode(this.#text);
    if (this.#isName && this.#depth === this.#matched + 1) {
      this.#isOnPath = text !== undefined && text === this.#path[this.#matched];
    } else if (text !== undefined) {
      this.value = text;
      this.isDone = true;
    }
  }
}

function decode(latin1: string): string | undefined {
  try {
    return JSON.parse(`"${Buffer.from(latin1, "latin1").toString("utf8")}"`) as string;
  } catch {
    // A name or value with a wrong escape is not the one that is looked for.
    return undefined;
  }
}
