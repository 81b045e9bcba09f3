/** The rules a string literal can break. */
export type StringRule = "unexpected-end" | "control-character" | "bad-escape" | "lone-surrogate";

/** A fault in a string literal, and its position. */
export interface StringFault {
  readonly rule: StringRule;
  readonly reason: string;
  readonly offset: number;
}

const SIMPLE_ESCAPES = '"\\/bfnrt';
const UNICODE_ESCAPE = /\\u[0-9a-fA-F]{4}/y;
const PARTIAL_UNICODE_ESCAPE = /\\u[0-9a-fA-F]{0,3}$/y;

/** The first fault, from left to right, of the string literal whose content starts at `start`. */
export function findStringFault(text: string, start: number): StringFault {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code < 0x20) {
      const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
      return {
        rule: "control-character",
        reason: `the control character ${name} inside a string`,
        offset: at,
      };
    }
    if (code !== 0x5c) {
      at += 1;
    } else if (SIMPLE_ESCAPES.includes(text.charAt(at + 1))) {
      // Also behind a backslash at the end of the text.
      at += 2;
    } else {
      const unit = escapedUnit(text, at);
      if (typeof unit !== "number") return unit;
      const isHigh = unit >= 0xd800 && unit <= 0xdbff;
      const isPair = isHigh && isLowSurrogate(escapedUnit(text, at + 6));
      if ((isHigh && !isPair) || isLowSurrogate(unit)) {
        return { rule: "lone-surrogate", reason: "half of a surrogate pair", offset: at };
      }
      at += isPair ? 12 : 6;
    }
  }
  return { rule: "unexpected-end", reason: "the text ends inside a string", offset: text.length };
}

function escapedUnit(text: string, at: number): number | StringFault {
  UNICODE_ESCAPE.lastIndex = at;
  if (UNICODE_ESCAPE.test(text)) return Number.parseInt(text.slice(at + 2, at + 6), 16);
  PARTIAL_UNICODE_ESCAPE.lastIndex = at;
  if (PARTIAL_UNICODE_ESCAPE.test(text)) {
    return { rule: "unexpected-end", reason: "the text ends inside a string", offset: text.length };
  }
  return { rule: "bad-escape", reason: "an escape that JSON does not have", offset: at };
}

function isLowSurrogate(unit: number | StringFault): boolean {
  return typeof unit === "number" && unit >= 0xdc00 && unit <= 0xdfff;
}
