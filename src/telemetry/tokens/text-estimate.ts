/**
 * Tokens per UTF-16 code unit by kind of character. English has about four characters per token (OpenAI and Google document
 * that), Chinese and Japanese have about one and a half. The other values are rounded from recorded calls.
 */
const LETTER = 1 / 4;
const DIGIT = 1 / 2.5;
const SIGN = 1 / 2.5;
const OTHER_ALPHABET = 1 / 2.5;
const DENSE_ALPHABET = 1 / 1.6;
const IDEOGRAPH = 1 / 1.5;
const SURROGATE = 1;

export function estimateText(text: string): number {
  let tokens = 0;
  for (let index = 0; index < text.length; index += 1) tokens += weightOf(text.charCodeAt(index));
  return tokens;
}

function weightOf(code: number): number {
  if (code < 0x80) return weightOfAscii(code);
  // Latin with marks, Greek, Cyrillic, Armenian.
  if (code < 0x590) return OTHER_ALPHABET;
  // Hebrew, Arabic, the scripts of India and South-East Asia; then Latin and Greek additions and punctuation.
  if (code < 0x1e00) return DENSE_ALPHABET;
  if (code < 0x2e80) return OTHER_ALPHABET;
  // One half of an emoji or of a rare character.
  if (code >= 0xd800 && code < 0xe000) return SURROGATE;
  return IDEOGRAPH;
}

function weightOfAscii(code: number): number {
  if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x20) return LETTER;
  return code >= 0x30 && code <= 0x39 ? DIGIT : SIGN;
}
