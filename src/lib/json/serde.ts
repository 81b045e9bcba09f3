import { CanonicalError } from "./canonical-error.ts";
import { NumberLexeme } from "./json-value.ts";
import { type JsonSegments, type OrderedForm, writeOrdered } from "./ordered-writer.ts";
import { parseSerdeFloat } from "./serde-float.ts";

/** A number at a place typed as a float: it prints as one even when its source text is an integer. */
export class FloatNumber {
  readonly text: string;

  constructor(source: NumberLexeme | string) {
    this.text = typeof source === "string" ? source : source.text;
  }
}

/** A value of the serde form; JavaScript numbers are left out because `1` and `1.0` differ here. */
export type SerdeValue =
  | null
  | boolean
  | string
  | NumberLexeme
  | FloatNumber
  | SerdeValue[]
  | { [key: string]: SerdeValue };

const LARGEST_U64 = 2n ** 64n - 1n;
const SMALLEST_I64 = -(2n ** 63n);
const INTEGER_LITERAL = /^-?[0-9]{1,20}$/;

const SERDE: OrderedForm = { compareKeys: compareCodePoints, writeNumber };

/**
 * Writes a value as serde_json 1.0.149 (default features, floats by zmij) writes a sorted map, for checking
 * hashes that were made of those bytes. Older releases spell large floats `1e16`; this one spells `1e+16`.
 */
export function serdeCanonicalize(value: SerdeValue): string {
  return writeOrdered(value, SERDE);
}

/** The integer that serde_json reads from a literal, or undefined if it reads a float. */
export function serdeInteger(lexeme: NumberLexeme): bigint | undefined {
  // `-0` is a float there, since no integer is a negative zero.
  if (!INTEGER_LITERAL.test(lexeme.text) || lexeme.text === "-0") return undefined;
  const value = BigInt(lexeme.text);
  return value >= SMALLEST_I64 && value <= LARGEST_U64 ? value : undefined;
}

function writeNumber(value: unknown, place: JsonSegments): string | undefined {
  if (value instanceof NumberLexeme) {
    return serdeInteger(value)?.toString() ?? writeFloat(value.text, place);
  }
  return value instanceof FloatNumber ? writeFloat(value.text, place) : undefined;
}

function writeFloat(text: string, place: JsonSegments): string {
  const value = parseSerdeFloat(text);
  if (value === undefined) throw new CanonicalError("unsupported-value", "text that is no number", place);
  if (!Number.isFinite(value))
    throw new CanonicalError("number-overflow", "a number too large for a float", place);
  if (Object.is(value, -0)) return "-0.0";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-5 || size >= 1e16)) return value.toExponential();
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

// UTF-8 byte order is code point order; UTF-16 differs from it only where a surrogate meets U+E000 to U+FFFF.
function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return rankUnit(a) - rankUnit(b);
  }
  return left.length - right.length;
}

function rankUnit(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
