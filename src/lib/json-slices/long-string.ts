import { isUtf8 } from "node:buffer";
import { BACKSLASH, QUOTE } from "../json-scan/json-bytes.ts";

const LETTER_U = 0x75;
const SPACE = 0x20;
/** A longer string is decoded in a step of its own. */
const LONG_BYTES = 64 * 1024;
const MAX_CHARACTER_BYTES = 4;

/** A string of a JSON text that is read in steps, from behind its first quote to behind its last one. */
export class LongString {
  readonly #bytes: Buffer;
  readonly #start: number;
  readonly #isStrict: boolean;
  /** Places at which the string may be divided: between characters, and not within an escape. */
  #cuts: number[] | undefined;
  #decoded = 0;
  /** How far the string was read. */
  at: number;
  isRead = false;
  isEscaped = false;
  /** What is wrong with it. */
  fault: string | undefined;
  /** The text, once `decode` has answered true. */
  value = "";

  /** `isStrict` refuses bytes that are not UTF-8, which are replaced by U+FFFD otherwise. */
  constructor(bytes: Buffer, start: number, isStrict: boolean) {
    this.#bytes = bytes;
    this.#isStrict = isStrict;
    this.#start = start;
    this.at = start;
  }

  /** Whether decoding the string takes a noticeable time. */
  get isLong(): boolean {
    return this.at - this.#start > LONG_BYTES;
  }

  /** Reads up to about `until`, and answers whether the string is read. */
  readTo(until: number): boolean {
    const bytes = this.#bytes;
    let { at } = this;
    while (at < until || (at < until + MAX_CHARACTER_BYTES && isInsideCharacter(bytes[at]!))) {
      const byte = bytes[at]!;
      if (byte === QUOTE) {
        this.isRead = true;
        this.at = at + 1;
        return true;
      }
      if (byte === BACKSLASH) {
        this.isEscaped = true;
        at += bytes[at + 1] === LETTER_U ? 6 : 2;
      } else if (byte < SPACE) {
        this.fault = "a text has a control character";
        break;
      } else at += 1;
    }
    this.at = at;
    this.#cuts ??= [];
    this.#cuts.push(at);
    return false;
  }

  /** Decodes the string, or the next part of one with escapes, and answers whether it is decoded. */
  decode(): boolean {
    const start = this.#decoded === 0 ? this.#start : this.#cuts![this.#decoded - 1]!;
    const cut = this.isEscaped ? this.#cuts?.[this.#decoded] : undefined;
    this.#decoded += 1;
    const part = this.#part(start, cut ?? this.at - 1);
    this.value = this.value === "" ? part : this.value + part;
    return cut === undefined || this.fault !== undefined;
  }

  #part(start: number, end: number): string {
    const bytes = this.#bytes;
    if (this.#isStrict && !isUtf8(bytes.subarray(start, end))) this.fault = "a text is not UTF-8";
    const text = bytes.toString("utf8", start, end);
    if (!this.isEscaped) return text;
    try {
      return JSON.parse(`"${text}"`) as string;
    } catch {
      this.fault = "a text has a wrong escape";
      return "";
    }
  }
}

// A continuation byte of UTF-8.
function isInsideCharacter(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0;
}
