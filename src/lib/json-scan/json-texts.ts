import {
  APOSTROPHE,
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  HASH,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SLASH,
} from "./json-bytes.ts";

/** A longer name or value is passed over. */
const MAX_TEXT_BYTES = 8192;
/** Values that stand deeper have no path. */
const MAX_DEPTH = 64;

/** A text in a JSON document. */
export interface JsonText {
  readonly value: string;
  /** The names that lead to it; `*` for an element of a list. */
  readonly path: readonly string[];
  /** Where it stands in the bytes, with its quotes; `end` is behind it. */
  readonly start: number;
  readonly end: number;
}

/** Says whether the text at a path is looked for, before it is read. */
export type WantsText = (path: readonly string[]) => boolean;

/**
 * Visits the texts of a JSON document as its bytes arrive, and holds none but those of one name or value. It reads every text
 * of a repeated name. The document may be incomplete or wrong.
 */
export class JsonTexts {
  readonly #wants: WantsText;
  readonly #onText: (text: JsonText) => void;
  readonly #onLong: ((path: readonly string[]) => void) | undefined;
  /** One entry for each open object or list: the name or `*` that leads to the value that comes next. */
  readonly #path: string[] = [];
  readonly #isList: boolean[] = [];
  #depth = 0;
  #position = 0;
  #isName = false;
  #isInString = false;
  #isEscaped = false;
  #isLastAString = false;
  #parts: Uint8Array[] | undefined;
  #length = 0;
  #start = 0;
  #isLenient = false;
  #first: number | undefined;

  /** `onLong` gets the path of a text that is looked for but skipped, because it is too long. */
  constructor(
    wants: WantsText,
    onText: (text: JsonText) => void,
    onLong?: (path: readonly string[]) => void,
  ) {
    this.#wants = wants;
    this.#onText = onText;
    this.#onLong = onLong;
  }

  /** Whether readers may disagree about the document: it has comments, other quotes, or names without quotes. */
  get isLenient(): boolean {
    return this.#isLenient;
  }

  /** Whether the first byte that is no white space begins an object or a list; false before it arrives. */
  get isDocument(): boolean {
    return this.#first === OPEN_BRACE || this.#first === OPEN_BRACKET;
  }

  /** Whether an object, a list or a text has begun and not ended. */
  get isOpen(): boolean {
    return this.#depth > 0 || this.#isInString;
  }

  /** Where the text begins that is looked for and not complete yet: only such a text has parts. */
  get openStart(): number | undefined {
    return !this.#isName && this.#parts !== undefined ? this.#start : undefined;
  }

  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      at = this.#isInString ? this.#readString(chunk, at) : this.#readStructure(chunk, at);
    }
    this.#position += chunk.length;
  }

  #readStructure(chunk: Uint8Array, at: number): number {
    const byte = chunk[at]!;
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1;
    this.#first ??= byte;
    switch (byte) {
      case QUOTE:
        this.#openString(this.#position + at);
        return at + 1;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.#open(byte === OPEN_BRACKET);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.#close();
        break;
      case COLON:
        if (!this.#isLastAString || !this.#isName) this.#isLenient = true;
        this.#isName = false;
        break;
      case COMMA:
        this.#isName = this.#depth > 0 && this.#isList[this.#depth - 1] === false;
        break;
      case APOSTROPHE:
      case SLASH:
      case HASH:
      case 0:
        this.#isLenient = true;
        break;
    }
    this.#isLastAString = false;
    return at + 1;
  }

  #open(isList: boolean): void {
    this.#isList[this.#depth] = isList;
    this.#path.length = Math.min(this.#depth, MAX_DEPTH);
    this.#path.push(isList ? "*" : "");
    this.#depth += 1;
    this.#isName = !isList;
  }

  #close(): void {
    this.#depth = Math.max(0, this.#depth - 1);
    this.#path.length = Math.min(this.#depth, this.#path.length);
    this.#isName = false;
  }

  #openString(start: number): void {
    this.#isInString = true;
    this.#start = start;
    this.#length = 0;
    const isRead = this.#depth > 0 && this.#depth <= MAX_DEPTH && (this.#isName || this.#wants(this.#path));
    this.#parts = isRead ? [] : undefined;
    if (this.#isName && this.#depth <= MAX_DEPTH) this.#path[this.#depth - 1] = "";
  }

  // Passes over the string at the speed of a memory search.
  #readString(chunk: Uint8Array, from: number): number {
    let at = from;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      at += 1;
    }
    let quote = chunk.indexOf(QUOTE, at);
    for (;;) {
      if (quote !== -1 && quote < at) quote = chunk.indexOf(QUOTE, at);
      const end = quote === -1 ? chunk.length : quote;
      const backslash = chunk.subarray(0, end).indexOf(BACKSLASH, at);
      if (backslash !== -1) {
        at = backslash + 2;
        if (at > chunk.length) this.#isEscaped = true;
        if (at >= chunk.length) return this.#take(chunk, from, chunk.length);
        continue;
      }
      this.#take(chunk, from, end);
      if (quote === -1) return chunk.length;
      this.#endString(this.#position + quote + 1);
      return quote + 1;
    }
  }

  #take(chunk: Uint8Array, from: number, to: number): number {
    if (this.#parts === undefined) return to;
    this.#length += to - from;
    if (this.#length > MAX_TEXT_BYTES) {
      this.#parts = undefined;
      if (!this.#isName) this.#onLong?.([...this.#path]);
    } else this.#parts.push(chunk.subarray(from, to));
    return to;
  }

  #endString(end: number): void {
    this.#isInString = false;
    this.#isLastAString = true;
    if (this.#parts === undefined) return;
    const value = decode(Buffer.concat(this.#parts).toString("utf8"));
    this.#parts = undefined;
    if (value === undefined) return;
    if (this.#isName) this.#path[this.#depth - 1] = value;
    else this.#onText({ value, path: [...this.#path], start: this.#start, end });
  }
}

function decode(text: string): string | undefined {
  if (!text.includes("\\")) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    // A text with a wrong escape is none that is looked for.
    return undefined;
  }
}
