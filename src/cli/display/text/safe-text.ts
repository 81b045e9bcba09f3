/**
 * Characters that a terminal obeys or does not show: control and format characters, line separators, lone surrogates. A
 * joiner between two pictographs is part of one picture and stays.
 */
const UNSAFE =
  /(?!(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic}))[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The same set except line feed and tab. */
const UNSAFE_IN_TEXT = new RegExp(`(?![\\n\\t])${UNSAFE.source}`, "gu");

const PLAIN = /^[ -~]*$/;

/** Writes a stranger's text on one line, with every character that could control a terminal as `\u{1b}`. */
export function safeLine(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNSAFE, escapeCharacter);
}

/** Like `safeLine`, but keeps line feeds, and writes a tab as four spaces. */
export function safeText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replaceAll("\r\n", "\n").replace(UNSAFE_IN_TEXT, escapeCharacter).replaceAll("\t", "    ");
}

/** Writes a value as JSON on one line. Terminals obey some characters that JSON need not escape; these are escaped too. */
export function safeJson(value: unknown): string {
  return escapeInJson(JSON.stringify(value));
}

/** Escapes characters of a JSON text that a terminal obeys. The text keeps its meaning, because they stand only in strings. */
function escapeInJson(json: string): string {
  return json.replace(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

function escapeCharacter(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}
