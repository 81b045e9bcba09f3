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
import { nameMatch } from "./name-match.ts";

/** A member of the outermost object. */
export interface ScannedMember {
  /** The start and end of its value in the bytes. */
  readonly start: number;
  readonly end: number;
}

/** The result of scanning a JSON text. */
export interface JsonScan {
  /** The members that were asked for; of a repeated one the last, because that is the one that most parsers take. */
  readonly members: ReadonlyMap<string, ScannedMember>;
  /**
   * The members that were asked for and that two parsers may read differently: one that is given twice, or that is
   * spelled in other letter cases, which some parsers take for the same name.
   */
  readonly ambiguous: readonly string[];
  /** How many members all objects have together, repeated ones counted each time. */
  readonly memberCount: number;
  /** How many values the text has: members, array items and the outermost object, however deep they stand. */
  readonly valueCount: number;
  /** How many escapes all strings have together. */
  readonly escapeCount: number;
  /**
   * Whether a number may print otherwise than it is written. Of the members of the outermost object only those count that a
   * double might not hold: the others are settings, whose spelling means nothing.
   */
  readonly hasOddNumber: boolean;
  /** Whether the text has an escaped surrogate, alone or in a pair. */
  readonly hasSurrogateEscape: boolean;
  /** Whether only a lenient parser takes the text: it has a comment, a text in single quotes, or a name without quotes. */
  readonly isLenient: boolean;
}

/** Why a text cannot be scanned: it is nested too deeply, or it is no JSON object. */
export type ScanFault = "too-deep" | "not-an-object";

const LETTER_D = 0x64;
const LETTER_U = 0x75;
const LOWER_CASE = 0x20;
const LETTER_E = 0x65;
const POINT = 0x2e;
const MINUS = 0x2d;
const DIGIT_0 = 0x30;
/** A fraction of so many characters is not below a millionth: `0.00000`. */
const SMALL_FRACTION = 8;

/** More digits than this, and a double may not hold the number. */
const SAFE_DIGITS = 15;
/** A string is read byte by byte up to this length; a longer one is searched for its end, which is faster from there. */
const SHORT_STRING = 64;

/**
 * Finds members of the outermost object without parsing the text, in one linear pass that can be divided into steps. Long
 * strings are passed over at the speed of a memory search. It judges structure only as far as it must; what it lets through
 * may still be no valid JSON.
 */
export class JsonScanner {
  readonly #bytes: Buffer;
  readonly #names: readonly string[];
  readonly #maxDepth: number;
  readonly #members = new Map<string, ScannedMember>();
  #ambiguous: string[] | undefined;
  #at: number;
  #depth = 0;
  #memberCount = 0;
  #stringCount = 0;
  #otherCount = 0;
  #escapeCount = 0;
  #hasOddNumber = false;
  #hasSurrogateEscape = false;
  #isLenient = false;
  /** The name of the current member of the outermost object; empty if nobody asked for it. */
  #name: string | undefined;
  #valueStart = -1;
  #lastEnd: number;
  /** Where the string that is being read begins; -1 between strings. */
  #stringStart = -1;
  /** Where the next quote was found, which stays true until the scan has passed it. */
  #nextQuote = -1;
  #fault: ScanFault | undefined;
  #isDone = false;

  /** Begins a scan for `names` in the outermost object; deeper nesting than `maxDepth` is a fault. */
  constructor(bytes: Buffer, names: readonly string[], maxDepth: number) {
    this.#bytes = bytes;
    this.#names = names;
    this.#maxDepth = maxDepth;
    this.#at = skipBlank(bytes, bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
    this.#lastEnd = this.#at;
    if (bytes[this.#at] !== OPEN_BRACE) this.#fail("not-an-object");
  }

  /** Scans about `count` bytes more, and answers whether the scan is done. A long string or number may exceed the count. */
  advance(count: number): boolean {
    if (this.#isDone) return true;
    const bytes = this.#bytes;
    const until = Math.min(bytes.length, this.#at + count);
    while (this.#at < until && !this.#isDone) {
      if (this.#stringStart === -1) this.#scanStructure(until);
      else this.#scanString(until);
    }
    if (this.#at >= bytes.length && !this.#isDone) this.#fail("not-an-object");
    return this.#isDone;
  }

  /** What was found; only once the scan is done. */
  get result(): JsonScan | ScanFault {
    if (this.#fault !== undefined) return this.#fault;
    return {
      members: this.#members,
      ambiguous: this.#ambiguous ?? NONE,
      memberCount: this.#memberCount,
      // Every member has a string as its name, which is no value.
      valueCount: this.#otherCount + this.#stringCount - this.#memberCount,
      escapeCount: this.#escapeCount,
      hasOddNumber: this.#hasOddNumber,
      hasSurrogateEscape: this.#hasSurrogateEscape,
      isLenient: this.#isLenient,
    };
  }

  // Everything between two strings. Local variables, because this loop sees every byte of a hostile body.
  #scanStructure(until: number): void {
    const bytes = this.#bytes;
    let at = this.#at;
    let depth = this.#depth;
    for (; at < until; at += 1) {
      const byte = bytes[at]!;
      if (byte === QUOTE) {
        this.#stringStart = at;
        this.#stringCount += 1;
        at += 1;
        break;
      }
      if (byte === COMMA) {
        if (depth === 1) this.#endMember();
      } else if (byte === COLON) {
        this.#memberCount += 1;
        if (depth === 1 && this.#name !== undefined && this.#valueStart === -1)
          this.#valueStart = skipBlank(bytes, at + 1);
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        this.#otherCount += 1;
        depth += 1;
        if (depth > this.#maxDepth) {
          this.#fail("too-deep");
          return;
        }
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (depth === 1) this.#endMember();
        depth -= 1;
        this.#lastEnd = at + 1;
        if (depth === 0) {
          this.#isDone = true;
          return;
        }
      } else if (byte > 0x20) {
        const end = endOfToken(bytes, at);
        this.#takeToken(byte, at, end, depth);
        at = end - 1;
      }
    }
    this.#at = at;
    this.#depth = depth;
  }

  #takeToken(first: number, start: number, end: number, depth: number): void {
    this.#otherCount += 1;
    if (end - start > SAFE_DIGITS || isOddNumber(this.#bytes, start, end, depth > 1))
      this.#hasOddNumber = true;
    if (first === SLASH || first === HASH || first === APOSTROPHE) this.#isLenient = true;
    else if (depth === 1 && this.#name === undefined) this.#isLenient = true;
    this.#lastEnd = end;
  }

  // Continues within a string. The end is searched for at once only if many bytes without an escape came before.
  #scanString(until: number): void {
    const bytes = this.#bytes;
    let at = this.#at;
    let plain = 0;
    let escapes = 0;
    while (at < until) {
      if (plain === SHORT_STRING) {
        const next = this.#nextMark(at);
        if (next === -1) {
          this.#fail("not-an-object");
          return;
        }
        at = next;
        plain = 0;
      }
      const byte = bytes[at]!;
      if (byte === QUOTE) {
        this.#escapeCount += escapes;
        this.#endString(at);
        return;
      }
      if (byte === BACKSLASH) {
        escapes += 1;
        if (bytes[at + 1] === LETTER_U && (bytes[at + 2]! | LOWER_CASE) === LETTER_D)
          this.#hasSurrogateEscape = true;
        at += 2;
        plain = 0;
      } else {
        at += 1;
        plain += 1;
      }
    }
    this.#escapeCount += escapes;
    this.#at = at;
  }

  // The next backslash or quote. Each byte is searched at most twice, because the quote is remembered.
  #nextMark(at: number): number {
    const bytes = this.#bytes;
    if (this.#nextQuote < at) this.#nextQuote = bytes.indexOf(QUOTE, at);
    if (this.#nextQuote === -1) return -1;
    const distance = bytes.subarray(at, this.#nextQuote).indexOf(BACKSLASH);
    return distance === -1 ? this.#nextQuote : at + distance;
  }

  #endString(end: number): void {
    if (this.#depth === 1 && this.#name === undefined) this.#takeName(this.#stringStart + 1, end);
    this.#stringStart = -1;
    this.#lastEnd = end + 1;
    this.#at = end + 1;
  }

  #takeName(start: number, end: number): void {
    const match = nameMatch(this.#bytes, start, end, this.#names);
    this.#name = match?.name ?? "";
    if (match !== undefined && (!match.isExact || this.#members.has(match.name))) {
      this.#ambiguous ??= [];
      if (!this.#ambiguous.includes(match.name)) this.#ambiguous.push(match.name);
    }
  }

  #endMember(): void {
    if (this.#valueStart !== -1 && this.#name !== undefined && this.#name !== "")
      this.#members.set(this.#name, { start: this.#valueStart, end: this.#lastEnd });
    this.#name = undefined;
    this.#valueStart = -1;
  }

  #fail(fault: ScanFault): void {
    this.#fault = fault;
    this.#isDone = true;
  }
}

const NONE: readonly string[] = [];

/** Scans a whole text at once; for bodies that are short enough. */
export function scanJson(bytes: Buffer, names: readonly string[], maxDepth: number): JsonScan | ScanFault {
  const scanner = new JsonScanner(bytes, names, maxDepth);
  scanner.advance(bytes.length + 1);
  return scanner.result;
}

function skipBlank(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at]! <= 0x20) at += 1;
  return at;
}

/** Whether a token is a short number with an exponent; with `inSpelling`, also `-0` and a fraction that prints otherwise. */
function isOddNumber(bytes: Buffer, start: number, end: number, inSpelling: boolean): boolean {
  let hasPoint = false;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte === POINT) hasPoint = true;
    else if ((byte | LOWER_CASE) === LETTER_E && at > start && isDigit(bytes[at - 1]!)) return true;
  }
  if (!inSpelling) return false;
  // A fraction below a millionth prints with an exponent.
  if (hasPoint) return bytes[end - 1] === DIGIT_0 || end - start > SMALL_FRACTION;
  return end - start === 2 && bytes[start] === MINUS && bytes[start + 1] === DIGIT_0;
}

function isDigit(byte: number): boolean {
  return byte >= DIGIT_0 && byte <= DIGIT_0 + 9;
}

function endOfToken(bytes: Buffer, start: number): number {
  let at = start + 1;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte <= 0x20 || byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) break;
  }
  return at;
}
