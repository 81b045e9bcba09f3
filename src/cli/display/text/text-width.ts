import { stripVTControlCharacters } from "node:util";

const ASCII = /^[ -~]*$/;
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const EMOJI = /^\p{Emoji_Presentation}$/u;

/** Ranges of code points that take two columns (East Asian Width `W` and `F`), without pictographs. */
const WIDE_RANGES: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x1_f900, 0x1_f9ff],
  [0x2_0000, 0x3_fffd],
];

/** The columns that a text takes on a terminal. Colours take none. */
export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let columns = 0;
  for (const character of stripVTControlCharacters(text)) columns += characterWidth(character);
  return columns;
}

/** The columns of one character: 0 for combining marks, 2 for East Asian characters and pictographs, else 1. */
export function characterWidth(character: string): number {
  const code = character.codePointAt(0)!;
  if (code < 0x300) return 1;
  if (ZERO_WIDTH.test(character)) return 0;
  if (EMOJI.test(character)) return 2;
  return WIDE_RANGES.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

/** More UTF-16 units than any readable text needs for one column. The rest are combining marks, which are cut. */
const MAX_UNITS_PER_COLUMN = 8;

/** Cuts a text without colours to a number of columns; `…` marks the cut. */
export function shortenText(text: string, columns: number): string {
  if (columns < 1) return "";
  const head = text.slice(0, columns * MAX_UNITS_PER_COLUMN);
  if (head.length === text.length && textWidth(head) <= columns) return text;
  let shown = "";
  let taken = 0;
  for (const character of head) {
    taken += characterWidth(character);
    if (taken > columns - 1) break;
    shown += character;
  }
  return `${shown}…`;
}
