/**
 * Escapes the characters of a program that are not ASCII. V8 holds a source with such a character in two bytes for each of its
 * characters. The characters may stand in texts and regular expressions, not in names.
 * @throws {Error} when a backslash stands before such a character, because an escape would change its meaning.
 */
export function escapeAll(code: string): string {
  return code.replace(/(\\*)([^\0-\x7f])/g, (_, backslashes: string, character: string) => {
    if (backslashes.length % 2 === 1)
      throw new Error(`a backslash stands before ${character}: write the character without it`);
    return `${backslashes}\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
