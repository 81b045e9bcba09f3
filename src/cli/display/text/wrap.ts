import { characterWidth, textWidth } from "./text-width.ts";

/** Wraps text without colours to lines of at most `columns` columns, at spaces where possible. Line feeds are kept. */
export function wrapText(text: string, columns: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, Math.max(columns, 2)));
}

function wrapLine(line: string, columns: number): string[] {
  if (textWidth(line) <= columns) return [line];
  const lines: string[] = [];
  let current = "";
  let taken = 0;
  for (const word of line.match(/ +|[^ ]+/g) ?? []) {
    const width = textWidth(word);
    if (taken + width <= columns) {
      current += word;
      taken += width;
      continue;
    }
    const isSpace = word.startsWith(" ");
    if (current.trim() !== "") {
      lines.push(current.trimEnd());
      current = "";
      taken = 0;
    }
    // The space at a break is not shown.
    if (isSpace) continue;
    for (const character of word) {
      const one = characterWidth(character);
      if (taken + one > columns) {
        lines.push(current);
        current = "";
        taken = 0;
      }
      current += character;
      taken += one;
    }
  }
  if (current !== "") lines.push(current.trimEnd());
  return lines;
}
