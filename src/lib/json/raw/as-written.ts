import { keepsLiteral, numberLiteralValue } from "../number-literal.ts";
import { isRawNumber, type RawNumber, rawNumber } from "./raw-number.ts";

// Numbers that may print otherwise than they are written: `-0`, an exponent, a zero at the end, many digits, many zeros. What
// stands before a number keeps most digits of texts out; a false find costs time alone.
const ODD = /(?:^|[\s,:[])(?:-0(?![.\d])|-?(?:\d+(?:\.\d+)?[eE]|\d+\.\d*0(?!\d)|[\d.]{16}|0\.000000))/;

// The types of the language do not name the third argument yet.
const parse = JSON.parse as (
  text: string,
  revive: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

/**
 * Parses as `JSON.parse` does, but keeps each number as it is written: one that JavaScript would print in another way is a
 * `RawNumber`, which `JSON.stringify` writes as it came. Throws a SyntaxError.
 */
export function parseAsWritten(text: string): unknown {
  if (!ODD.test(text)) return JSON.parse(text);
  try {
    return parse(text, (_, value, { source }) =>
      typeof value === "number" && source !== undefined ? numberAsWritten(source) : value,
    );
  } catch (error) {
    // The engine follows the nesting by calls of its own.
    if (error instanceof RangeError) throw new SyntaxError("the JSON nests too deep", { cause: error });
    throw error;
  }
}

/** The number of a literal, if it prints as that literal; else the literal itself. */
export function numberAsWritten(literal: string): number | RawNumber {
  const value = Number(literal);
  return String(value) === literal ? value : rawNumber(literal);
}

/**
 * The double of a number, kept as written or not; undefined for any other value, and for a whole number or a magnitude that no
 * double has. Digits of a fraction beyond a double are cut off, as every vendor does.
 */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (!isRawNumber(value)) return undefined;
  const { rawJSON: literal } = value;
  const number = numberLiteralValue(literal, 0, literal.length);
  return typeof number === "number" ? number : undefined;
}

/** The object with doubles in place of its own numbers that doubles hold; nested objects stay as they are. */
export function settleMembers<Members extends Record<string, unknown>>(members: Members): Members {
  let settled: Record<string, unknown> = members;
  for (const name in members) {
    const value: unknown = members[name];
    if (typeof value !== "object" || !isRawNumber(value) || !keepsLiteral(value.rawJSON)) continue;
    if (settled === members) settled = { ...members };
    settled[name] = Number(value.rawJSON);
  }
  return settled as Members;
}

/** A copy with doubles in place of the numbers that doubles hold; with `isNear`, in place of every number. */
export function settleNumbers(value: unknown, isNear = false): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isRawNumber(value)) return isNear || keepsLiteral(value.rawJSON) ? Number(value.rawJSON) : value;
  if (Array.isArray(value)) {
    const list = value.map((item) => settleNumbers(item, isNear));
    return list.some((item, index) => item !== value[index]) ? list : value;
  }
  const entries = Object.entries(value);
  const settled = entries.map(([name, item]) => [name, settleNumbers(item, isNear)] as const);
  return settled.some(([, item], index) => item !== entries[index]?.[1])
    ? Object.fromEntries(settled)
    : value;
}
