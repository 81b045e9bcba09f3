import { setMember } from "../set-member.ts";
import { JsonError, type JsonRule, locateOffset } from "./json-error.ts";
import { formatJsonPath, quoteText, shortenText } from "./json-path.ts";
import { decodeJsonText } from "./json-text.ts";
import {
  DEFAULT_MAX_DEPTH,
  type JsonValue,
  type LexemeValue,
  MAX_FREE_DEPTH,
  NumberLexeme,
} from "./json-value.ts";
import { keepsLiteral, numberLiteralValue, scanNumberLiteral } from "./number-literal.ts";
import { numberAsWritten } from "./raw/as-written.ts";
import { containerEnd } from "./raw/container-end.ts";
import { RawJson } from "./raw/raw-json.ts";
import { type RawNumber, rawNumber } from "./raw/raw-number.ts";
import { findStringFault } from "./string-fault.ts";

/** How strictly, and into what, a JSON text is read. */
export interface ReadJsonOptions {
  /**
   * `lexeme` keeps every number as a `NumberLexeme` and applies only the grammar to it. `as-written` keeps one that JavaScript
   * would print in another way as a `RawNumber`.
   */
  readonly numbers?: "double" | "lexeme" | "as-written";
  /** `refuse` refuses the key `__proto__`; `keep`, the default, makes it an own data property. */
  readonly prototypeKeys?: "keep" | "refuse";
  /** How many arrays and objects may be open at once. */
  readonly maxDepth?: number;
  /** The longest text, counted in UTF-8 bytes. */
  readonly maxBytes?: number;
  /**
   * Keeps what it would refuse otherwise: a number whose decimal value no double has, as a `RawNumber`; half a surrogate pair; the
   * key `__proto__`; and what nests deeper than `maxDepth`, as a `RawJson`. A name twice in an object is still refused.
   */
  readonly isFree?: boolean;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const WORDS = new Map<string, true | false | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

const NUMBER_FAULTS = {
  "inexact-integer": "an integer that a double cannot hold exactly",
  "number-overflow": "a number too large for a double",
  "number-underflow": "a number too small for a double",
} as const;

/** Reads one JSON text strictly: what it cannot keep exactly, or what readers disagree about, it refuses. */
export function readJson(
  input: string | Uint8Array,
  options: ReadJsonOptions & { readonly numbers: "lexeme" },
): LexemeValue;
export function readJson(
  input: string | Uint8Array,
  options?: ReadJsonOptions & { readonly numbers?: "double" | "as-written" },
): JsonValue;
export function readJson(input: string | Uint8Array, options: ReadJsonOptions = {}): Value {
  return new TextReader(input, options).readDocument();
}

type Value = null | boolean | number | NumberLexeme | string | Value[] | { [key: string]: Value };
type Container = Value[] | { [key: string]: Value };

// Stands for "a container was opened and is not empty" where a finished value is expected.
const OPENED = Symbol("opened");

/** One reading of one text; the nesting is a list and not recursion, so depth costs no stack. */
class TextReader {
  readonly #input: string | Uint8Array;
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #numbers: "double" | "lexeme" | "as-written";
  readonly #refusePrototypeKey: boolean;
  readonly #isFree: boolean;
  readonly #open: Container[] = [];
  // Beside each open object the key whose value is being read; beside each open array nothing.
  readonly #keys: (string | undefined)[] = [];
  #at = 0;

  constructor(input: string | Uint8Array, options: ReadJsonOptions) {
    this.#input = input;
    this.#text = decodeJsonText(input, options.maxBytes ?? Number.POSITIVE_INFINITY);
    this.#isFree = options.isFree === true;
    this.#maxDepth = options.maxDepth ?? (this.#isFree ? MAX_FREE_DEPTH : DEFAULT_MAX_DEPTH);
    this.#numbers = options.numbers ?? "double";
    this.#refusePrototypeKey = options.prototypeKeys === "refuse";
  }

  readDocument(): Value {
    let value = this.#readValue();
    while (this.#open.length > 0) {
      value = value === OPENED ? this.#readValue() : this.#attach(value);
    }
    if (!Number.isNaN(this.#skipSpace())) this.#fail("trailing-text", "text after the value");
    return value as Value;
  }

  /** Puts a finished value into the innermost container; answers the next value, or that container when it ends. */
  #attach(value: Value): Value | typeof OPENED {
    const last = this.#open.length - 1;
    const parent = this.#open[last] as Container;
    let code: number;
    if (Array.isArray(parent)) {
      parent.push(value);
      code = this.#skipSpace();
      if (code === COMMA) {
        this.#at += 1;
        return this.#readValue();
      }
      if (code !== CLOSE_BRACKET) this.#failToken('"," or "]"');
    } else {
      setMember(parent, this.#keys[last] as string, value);
      code = this.#skipSpace();
      if (code === COMMA) {
        this.#at += 1;
        this.#readKey(parent, last);
        return this.#readValue();
      }
      if (code !== CLOSE_BRACE) this.#failToken('"," or "}"');
    }
    this.#at += 1;
    this.#open.pop();
    this.#keys.pop();
    return parent;
  }

  #readValue(): Value | typeof OPENED {
    const code = this.#skipSpace();
    if (code === QUOTE) return this.#readString();
    const isOpening = code === OPEN_BRACE || code === OPEN_BRACKET;
    if (isOpening && this.#isFree && this.#open.length >= this.#maxDepth) return this.#readText();
    if (code === OPEN_BRACE) {
      const object: { [key: string]: Value } = {};
      if (this.#openContainer(object, CLOSE_BRACE)) return object;
      this.#readKey(object, this.#open.length - 1);
      return OPENED;
    }
    if (code === OPEN_BRACKET) {
      const array: Value[] = [];
      return this.#openContainer(array, CLOSE_BRACKET) ? array : OPENED;
    }
    if (code === MINUS || (code >= DIGIT_0 && code <= DIGIT_9)) return this.#readNumber();
    return this.#readWord();
  }

  /** The text of an array or object, which is read only to find faults in it. */
  #readText(): Value {
    const end = containerEnd(this.#text, this.#at);
    if (end < 0) this.#fail("unexpected-end", "the text ends inside an array or object", this.#text.length);
    const text = this.#text.slice(this.#at, end);
    try {
      JSON.parse(text);
    } catch {
      this.#fail("syntax", "a fault in a value that nests too deep to be read");
    }
    this.#at = end;
    return new RawJson(text) as unknown as Value;
  }

  /** Enters a container; true when it ends at once. */
  #openContainer(container: Container, close: number): boolean {
    if (this.#open.length >= this.#maxDepth) this.#fail("too-deep", `nesting deeper than ${this.#maxDepth}`);
    this.#at += 1;
    if (this.#skipSpace() === close) {
      this.#at += 1;
      return true;
    }
    this.#open.push(container);
    this.#keys.push(undefined);
    return false;
  }

  #readKey(object: { [key: string]: Value }, last: number): void {
    this.#keys[last] = undefined;
    if (this.#skipSpace() !== QUOTE) this.#failToken("a key");
    const start = this.#at;
    const key = this.#readString();
    this.#keys[last] = key;
    if (this.#refusePrototypeKey && key === "__proto__") {
      this.#fail("prototype-key", "the key __proto__", start);
    }
    if (key in object && Object.hasOwn(object, key)) {
      this.#fail("duplicate-key", `the key ${quoteText(shortenText(key, 64))} for the second time`, start);
    }
    if (this.#skipSpace() !== COLON) this.#failToken('":"');
    this.#at += 1;
  }

  #readString(): string {
    const text = this.#text;
    const start = this.#at + 1;
    let isEscaped = false;
    for (let at = start; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        return isEscaped ? this.#unescape(start, at) : text.slice(start, at);
      }
      if (code === BACKSLASH) {
        isEscaped = true;
        at += 1;
      } else if (code < SPACE) {
        break;
      }
    }
    return this.#failString(start);
  }

  #unescape(start: number, end: number): string {
    let value: string;
    try {
      value = JSON.parse(this.#text.slice(start - 1, end + 1));
    } catch {
      return this.#failString(start);
    }
    return this.#isFree || value.isWellFormed() ? value : this.#failString(start);
  }

  #readNumber(): number | NumberLexeme {
    const text = this.#text;
    const start = this.#at;
    const end = scanNumberLiteral(text, start);
    if (end < 0) {
      this.#at = ~end;
      this.#failToken("the right digits of a number");
    }
    this.#at = end;
    if (this.#numbers === "as-written") return numberAsWritten(text.slice(start, end)) as number;
    if (this.#numbers === "lexeme") return new NumberLexeme(text.slice(start, end));
    if (this.#isFree) return freeNumber(text.slice(start, end)) as number;
    const value = numberLiteralValue(text, start, end);
    return typeof value === "number" ? value : this.#fail(value, NUMBER_FAULTS[value], start);
  }

  #readWord(): Value {
    const start = this.#at;
    for (const [word, value] of WORDS) {
      if (this.#text.startsWith(word, start)) {
        this.#at += word.length;
        return value;
      }
    }
    for (const word of WORDS.keys()) {
      if (start < this.#text.length && word.startsWith(this.#text.slice(start, start + 5))) {
        this.#at = this.#text.length;
      }
    }
    return this.#failToken("a value");
  }

  /** Moves to the next character that is not white space and answers its code, NaN at the end. */
  #skipSpace(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return code;
      this.#at += 1;
    }
  }

  #failString(start: number): never {
    const { rule, reason, offset } = findStringFault(this.#text, start);
    return this.#fail(rule, reason, offset);
  }

  #failToken(expected: string): never {
    const found = this.#text.codePointAt(this.#at);
    if (found === undefined) return this.#fail("unexpected-end", `the text ends before ${expected}`);
    return this.#fail("syntax", `expected ${expected}, found ${quoteText(String.fromCodePoint(found))}`);
  }

  #fail(rule: JsonRule, reason: string, at: number = this.#at): never {
    const segments = this.#open.flatMap((container, index) => {
      const segment = Array.isArray(container) ? container.length : this.#keys[index];
      return segment === undefined ? [] : [segment];
    });
    throw new JsonError(rule, reason, {
      ...locateOffset(this.#text, at),
      offset: typeof this.#input === "string" ? at : Buffer.byteLength(this.#text.slice(0, at)),
      path: formatJsonPath(segments),
    });
  }
}

function freeNumber(literal: string): number | RawNumber {
  return keepsLiteral(literal) ? Number(literal) : rawNumber(literal);
}
