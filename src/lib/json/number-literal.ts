/** The rules a number literal can break although its grammar is right. */
export type NumberRule = "inexact-integer" | "number-overflow" | "number-underflow";

const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const UPPER_E = 0x45;
const LOWER_E = 0x65;

/** The index after the number literal at `start`. For a malformed literal, `~index` of the missing or extra digit. */
export function scanNumberLiteral(text: string, start: number): number {
  const first = text.charCodeAt(start) === MINUS ? start + 1 : start;
  let end = skipDigits(text, first);
  if (end === first) return ~end;
  if (end > first + 1 && text.charCodeAt(first) === DIGIT_0) return ~(first + 1);
  if (text.charCodeAt(end) === POINT) {
    const fraction = end + 1;
    end = skipDigits(text, fraction);
    if (end === fraction) return ~end;
  }
  const mark = text.charCodeAt(end);
  if (mark === LOWER_E || mark === UPPER_E) {
    const sign = text.charCodeAt(end + 1);
    const exponent = sign === PLUS || sign === MINUS ? end + 2 : end + 1;
    end = skipDigits(text, exponent);
    if (end === exponent) return ~end;
  }
  return end;
}

function skipDigits(text: string, start: number): number {
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (!(code >= DIGIT_0 && code <= DIGIT_9)) return at;
    at += 1;
  }
}

/** The double of the number literal between two places, or the rule that forbids to take it for one. */
export function numberLiteralValue(text: string, start: number, end: number): number | NumberRule {
  const short = shortInteger(text, start, end);
  if (short >= 0) return short;
  const literal = text.slice(start, end);
  const value = Number(literal);
  if (value === 0) return /^[^eE]*[1-9]/.test(literal) ? "number-underflow" : value;
  if (Number.isSafeInteger(value)) return value;
  if (!Number.isFinite(value)) return "number-overflow";
  return !Number.isInteger(value) || /[.eE]/.test(literal) || keepsInteger(literal, value)
    ? value
    : "inexact-integer";
}

/** Whether a double prints with the decimal value of a literal, whatever its spelling. */
export function keepsLiteral(literal: string): boolean {
  const value = Number(literal);
  return Number.isFinite(value) && decimalOf(literal) === decimalOf(String(value));
}

/** One spelling for each decimal value: sign, digits without zeros around them, exponent. Zero has no sign here. */
function decimalOf(literal: string): string {
  const [, sign, whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  // Not by an expression that ends in `0+$`: it would try every run of zeros.
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === DIGIT_0) end -= 1;
  if (end === 0) return "0";
  return `${sign}${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/**
 * Whether a double keeps an integer literal: it holds it exactly, or it prints as that very text. The second
 * must do, because canonical JSON prints 2^64 as 18446744073709552000 and has to be readable again.
 */
function keepsInteger(literal: string, value: number): boolean {
  // A finite double has at most 309 integer digits, so making a BigInt of them stays cheap.
  return String(value) === literal || BigInt(value) === BigInt(literal);
}

/** The value of up to 15 plain digits, which a double always holds; -1 for any other literal. */
function shortInteger(text: string, start: number, end: number): number {
  if (end - start > 15) return -1;
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = text.charCodeAt(at) - DIGIT_0;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
