/** The rule that a streamed array broke. */
export type JsonStreamRule = "invalid-utf8" | "not-an-array" | "malformed" | "too-large" | "unfinished";

/** Why a streamed JSON array cannot be read on. */
export class JsonStreamError extends Error {
  readonly rule: JsonStreamRule;

  constructor(rule: JsonStreamRule, message: string) {
    super(message);
    this.name = "JsonStreamError";
    this.rule = rule;
  }
}

/** The most that one element may hold, in characters, unless the caller says otherwise. */
export const JSON_ELEMENT_LIMIT = 16 * 1024 * 1024;

const PLACE = { before: 0, between: 1, value: 2, after: 3 } as const;

/**
 * Splits a JSON array that arrives over time into the texts of its elements, each as soon as it is whole, in linear
 * time. It looks at brackets and strings alone; whether an element is JSON is for its parser to say.
 */
export class JsonArraySplitter {
  readonly #sink: (element: string) => void;
  readonly #limit: number;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #state: number = PLACE.before;
  #depth = 0;
  #isString = false;
  #isEscaped = false;
  #needsComma = false;
  #isComma = false;
  #pieces: string[] = [];
  #length = 0;

  constructor(sink: (element: string) => void, limit: number = JSON_ELEMENT_LIMIT) {
    this.#sink = sink;
    this.#limit = limit;
  }

  /** Takes the next bytes. */
  push(bytes: Uint8Array): void {
    this.#take(this.#decode(bytes, true));
  }

  /** Takes the end; an array that was not closed is an error, after its whole elements were handed over. */
  end(): void {
    this.#take(this.#decode(new Uint8Array(0), false));
    if (this.#state !== PLACE.after)
      throw new JsonStreamError("unfinished", "the stream ended before its array did");
  }

  #decode(bytes: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream });
    } catch {
      // The only thing a fatal decoder throws for.
      throw new JsonStreamError("invalid-utf8", "the stream is not UTF-8");
    }
  }

  #take(text: string): void {
    let start = 0;
    for (let place = 0; place < text.length; place++) {
      const code = text.charCodeAt(place);
      if (this.#state === PLACE.value) {
        if (this.#isString) this.#inString(code);
        else if (this.#isEnd(code)) {
          const isInside = code === CLOSE_BRACE || this.#depth === 1;
          this.#finish(text.slice(start, isInside ? place + 1 : place));
          if (!isInside) this.#between(code);
        }
      } else if (!isSpace(code) && this.#between(code)) start = place;
    }
    if (this.#state === PLACE.value) this.#hold(text.slice(start));
  }

  #inString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    else if (code === QUOTE) this.#isString = false;
  }

  /** Whether the element ends here; a bare number ends where the array goes on. */
  #isEnd(code: number): boolean {
    switch (code) {
      case QUOTE:
        this.#isString = true;
        return false;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.#depth++;
        return false;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (this.#depth > 1) {
          this.#depth--;
          return false;
        }
        return true;
      default:
        return this.#depth === 0 && code === COMMA;
    }
  }

  /** Whether an element begins at a character between two of them. */
  #between(code: number): boolean {
    if (this.#state === PLACE.before) {
      if (code !== OPEN_BRACKET)
        throw new JsonStreamError("not-an-array", "the stream does not begin with an array");
      this.#state = PLACE.between;
      return false;
    }
    if (this.#state === PLACE.after)
      throw new JsonStreamError("malformed", "something follows the end of the array");
    if (code === CLOSE_BRACKET && !this.#isComma) {
      this.#state = PLACE.after;
      return false;
    }
    if (code === COMMA && this.#needsComma) {
      this.#needsComma = false;
      this.#isComma = true;
      return false;
    }
    if (this.#needsComma || code === COMMA || code === CLOSE_BRACKET || code === CLOSE_BRACE)
      throw new JsonStreamError("malformed", "a comma is missing or too many between two elements");
    this.#state = PLACE.value;
    this.#isComma = false;
    this.#depth = code === OPEN_BRACE || code === OPEN_BRACKET ? 1 : 0;
    this.#isString = code === QUOTE;
    return true;
  }

  #hold(piece: string): void {
    this.#length += piece.length;
    if (this.#length > this.#limit)
      throw new JsonStreamError("too-large", `an element is longer than ${this.#limit} characters`);
    this.#pieces.push(piece);
  }

  #finish(tail: string): void {
    this.#hold(tail);
    const element = this.#pieces.length === 1 ? tail : this.#pieces.join("");
    this.#pieces = [];
    this.#length = 0;
    this.#needsComma = true;
    this.#state = PLACE.between;
    this.#sink(element.trimEnd());
  }
}

const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}
