import { numberAsWritten, type RawNumber } from "../json/index.ts";
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from "../json-scan/json-bytes.ts";
import { setMember } from "../set-member.ts";
import { LongString } from "./long-string.ts";

/** Why a text could not be read. */
export class SlicedReadError extends Error {
  constructor(reason: string, offset: number) {
    super(`${reason} at byte ${offset}`);
    this.name = "SlicedReadError";
  }
}

type Container = unknown[] | Record<string, unknown>;

const SPACE = 0x20;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** A longer number or word is refused. */
const MAX_TOKEN_BYTES = 64 * 1024;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const WORDS = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

type Expected = "value" | "first-item" | "name" | "first-name" | "colon" | "separator" | "nothing";

/**
 * Reads a JSON text in steps of about so many bytes, so that other work is done in between. A text of any length in it is
 * read in steps too. It reads what `JSON.parse` reads, and keeps numbers as they are written, as `parseAsWritten` does; `strict` also
 * refuses a name that is given twice, the name `__proto__`, and half a surrogate pair.
 */
export class SlicedReader {
  readonly #bytes: Buffer;
  readonly #isStrict: boolean;
  readonly #open: Container[] = [];
  /** The name whose value is read, at the depth of its object. */
  readonly #names: string[] = [];
  #at: number;
  #expected: Expected = "value";
  #string: LongString | undefined;
  #value: unknown;

  constructor(bytes: Buffer, options: { readonly strict: boolean }) {
    this.#bytes = bytes;
    this.#isStrict = options.strict;
    // Servers pass over a byte order mark; `JSON.parse` does not.
    this.#at = options.strict && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  }

  /** The value, once `step` has answered true. */
  get value(): unknown {
    return this.#value;
  }

  /** Reads about `count` bytes more, and answers whether all is read. Throws `SlicedReadError`. */
  step(count: number): boolean {
    const bytes = this.#bytes;
    const until = Math.min(bytes.length, this.#at + count);
    if (this.#string?.isRead === true && !this.#endString(this.#string)) return false;
    while (this.#at < until) {
      if (this.#string !== undefined) {
        if (!this.#readString(this.#string, until)) return false;
      } else {
        const byte = bytes[this.#at]!;
        if (byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB) this.#at += 1;
        else if (!this.#take(byte, until)) return false;
      }
    }
    if (this.#at < bytes.length) return false;
    if (this.#expected !== "nothing" || this.#string !== undefined)
      throw this.#fault("the text ends too early");
    return true;
  }

  // Answers false if the rest of a long string is left for another step.
  #take(byte: number, until: number): boolean {
    switch (this.#expected) {
      case "value":
      case "first-item":
        return this.#takeValue(byte, until);
      case "name":
      case "first-name":
        if (byte === QUOTE) return this.#openString(until);
        if (byte !== CLOSE_BRACE || this.#expected === "name") throw this.#fault("a name is missing");
        this.#close();
        return true;
      case "colon":
        if (byte !== COLON) throw this.#fault("a colon is missing");
        this.#at += 1;
        this.#expected = "value";
        return true;
      case "separator":
        this.#takeSeparator(byte);
        return true;
      default:
        throw this.#fault("something follows the value");
    }
  }

  #takeValue(byte: number, until: number): boolean {
    if (byte === QUOTE) return this.#openString(until);
    if (byte === OPEN_BRACE) this.#enter({}, "first-name");
    else if (byte === OPEN_BRACKET) this.#enter([], "first-item");
    else if (byte === CLOSE_BRACKET && this.#expected === "first-item") this.#close();
    else this.#put(this.#readToken());
    return true;
  }

  #takeSeparator(byte: number): void {
    const isList = Array.isArray(this.#open.at(-1));
    if (byte === COMMA) {
      this.#at += 1;
      this.#expected = isList ? "value" : "name";
    } else if (byte === (isList ? CLOSE_BRACKET : CLOSE_BRACE)) this.#close();
    else throw this.#fault("a comma or an end is missing");
  }

  #enter(container: Container, expected: Expected): void {
    this.#at += 1;
    this.#open.push(container);
    this.#expected = expected;
  }

  #close(): void {
    this.#at += 1;
    this.#put(this.#open.pop());
  }

  #put(value: unknown): void {
    const last = this.#open.length - 1;
    const parent = this.#open[last];
    this.#expected = "separator";
    if (parent === undefined) {
      this.#value = value;
      this.#expected = "nothing";
    } else if (Array.isArray(parent)) parent.push(value);
    else setMember(parent, this.#names[last]!, value);
  }

  #openString(until: number): boolean {
    this.#at += 1;
    this.#string = new LongString(this.#bytes, this.#at, this.#isStrict);
    return this.#readString(this.#string, until);
  }

  // A long string is decoded in a step of its own.
  #readString(string: LongString, until: number): boolean {
    const isLong = !string.readTo(until);
    this.#at = string.at;
    if (string.fault !== undefined) throw this.#fault(string.fault);
    return !isLong && !string.isLong && this.#endString(string);
  }

  #endString(string: LongString): boolean {
    if (!string.decode()) return false;
    if (string.fault !== undefined) throw this.#fault(string.fault);
    const { value } = string;
    this.#string = undefined;
    if (this.#isStrict && string.isEscaped && !value.isWellFormed())
      throw this.#fault("a text is not Unicode");
    if (this.#expected === "name" || this.#expected === "first-name") this.#takeName(value);
    else this.#put(value);
    return true;
  }

  #takeName(name: string): void {
    const last = this.#open.length - 1;
    if (this.#isStrict) {
      if (name === "__proto__") throw this.#fault("a member is named __proto__");
      if (Object.hasOwn(this.#open[last]!, name)) throw this.#fault("a member is given twice");
    }
    this.#names[last] = name;
    this.#expected = "colon";
  }

  #readToken(): number | RawNumber | boolean | null {
    const bytes = this.#bytes;
    const start = this.#at;
    let end = start;
    for (const limit = Math.min(bytes.length, start + MAX_TOKEN_BYTES); end < limit; end += 1) {
      const byte = bytes[end]!;
      if (byte <= SPACE || byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) break;
    }
    const token = bytes.toString("latin1", start, end);
    const word = WORDS.get(token);
    if (word === undefined && !NUMBER.test(token)) throw this.#fault("a value is wrong");
    this.#at = end;
    if (word !== undefined) return word;
    return numberAsWritten(token);
  }

  #fault(reason: string): SlicedReadError {
    return new SlicedReadError(reason, this.#at);
  }
}
