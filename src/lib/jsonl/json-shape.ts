const QUOTE = 0x22;
const MINUS = 0x2d;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SMALL_D = 0x64;
const SMALL_U = 0x75;
/** Strings up to this length are read character by character, longer ones by a search of the engine. */
const SHORT_STRING = 48;
/** A number with so many characters and no exponent is an exact integer or a fraction. */
const SAFE_NUMBER_LENGTH = 15;

/**
 * What one pass over a JSON text tells without building a value. It is right for every text that `JSON.parse` accepts, and
 * meaningless for others.
 */
export interface JsonShape {
  /** The members of all objects together; a name that is given twice counts twice. */
  members: number;
  depth: number;
  /** Whether the text contains something that only the strict reader judges: long numbers, exponents, surrogates. */
  needsStrictReader: boolean;
}

/** Fills `shape` from a text in one pass. Callers reuse one object, because the pass is made for every event. */
export function measureJson(text: string, shape: JsonShape): void {
  const length = text.length;
  let members = 0;
  let depth = 0;
  let maxDepth = 0;
  let isUnusual = false;
  let quote = -1;
  let backslash = -1;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const start = at + 1;
      for (at = start; at < length; at += 1) {
        const inner = text.charCodeAt(at);
        if (inner === QUOTE) break;
        if (inner === BACKSLASH) {
          at += 1;
          if (text.charCodeAt(at) === SMALL_U && (text.charCodeAt(at + 1) | 0x20) === SMALL_D)
            isUnusual = true;
        } else if (at - start > SHORT_STRING) {
          // Both positions only move forward, so the searches together cost one pass.
          if (quote < at) quote = indexOrEnd(text, '"', at);
          if (backslash < at) backslash = indexOrEnd(text, "\\", at);
          at = Math.min(quote, backslash) - 1;
        }
      }
    } else if (code === COLON) {
      members += 1;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1;
      if (depth > maxDepth) maxDepth = depth;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1;
    } else if (code === MINUS || (code >= DIGIT_0 && code <= DIGIT_9)) {
      const end = numberEnd(text, at + 1);
      // An exponent ends the run of digits and is no structural character: the length rule does not see it.
      if (end - at > SAFE_NUMBER_LENGTH || (text.charCodeAt(end) | 0x20) === 0x65) isUnusual = true;
      at = end - 1;
    }
  }
  shape.members = members;
  shape.depth = maxDepth;
  shape.needsStrictReader = isUnusual;
}

function indexOrEnd(text: string, character: string, from: number): number {
  const found = text.indexOf(character, from);
  return found < 0 ? text.length : found;
}

/** The end of digits and fraction. */
function numberEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    const isPart = (code >= DIGIT_0 && code <= DIGIT_9) || code === 0x2e;
    if (!isPart) return at;
    at += 1;
  }
}

/** The members of all objects of a value together; NaN if one is named `__proto__`. Recursion is bounded by the depth that the text was measured to have. */
export function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === "object") count += countMembers(item);
    return count;
  }
  for (const key in value) {
    if (key === "__proto__") return Number.NaN;
    count += 1;
    const member = (value as Record<string, unknown>)[key];
    if (typeof member === "object") count += countMembers(member);
  }
  return count;
}
