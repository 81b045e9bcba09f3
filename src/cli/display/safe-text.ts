// Control and format characters: escape sequences of terminals, line breaks, and marks that reorder text.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Escapes the characters of foreign text that would act on a terminal, such as `\u{1b}` for escape. */
export function safeText(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
