import { describe, expect, it } from "vitest";
import { characterWidth, shortenText, textWidth } from "./text-width.ts";

const widths = (...codes: readonly number[]) =>
  codes.map((code) => characterWidth(String.fromCodePoint(code)));

describe("the width of a character", () => {
  // The first and the last of each range, and those beside it.
  it.each([
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
    [0x2_0000, 0x3_fffd],
  ])("is two columns from %x to %x", (first, last) => {
    const beside = [first - 1, last + 1].map((code) => characterWidth(String.fromCodePoint(code)));
    expect(widths(first, last)).toEqual([2, 2]);
    // U+FE0F and U+FE1A to U+FE2F are marks, and U+3100 follows the Hiragana without a gap.
    expect(beside.every((width) => width < 2)).toBe(true);
  });

  it.each([
    ["a", 1],
    ["~", 1],
    ["é", 1],
    ["\u02ff", 1],
    ["\u0300", 0],
    ["\u200b", 0],
    ["\u20dd", 0],
    ["\ufe0f", 0],
    ["…", 1],
    ["✓", 1],
    ["⌚", 2],
    ["😀", 2],
    ["\u{1f900}", 2],
    ["\u{1f9ff}", 2],
    ["漢", 2],
  ])("of %j is %d", (character, width) => {
    expect(characterWidth(character)).toBe(width);
  });
});

describe("the width of a text", () => {
  it.each([
    ["", 0],
    ["abc ~", 5],
    ["aé漢😀", 6],
    ["e\u0301", 1],
    ["\u001b[31mred\u001b[0m", 3],
    ["\u001b[31m漢\u001b[0m", 2],
  ])("of %j is %d", (text, width) => {
    expect(textWidth(text)).toBe(width);
  });
});

describe("a text that is cut", () => {
  it.each([
    ["abc", 3, "abc"],
    ["abc", 2, "a…"],
    ["abc", 1, "…"],
    ["abc", 0, ""],
    ["abc", -1, ""],
    ["漢字", 4, "漢字"],
    ["漢字", 3, "漢…"],
    ["漢字", 2, "…"],
    ["e\u0301e\u0301", 2, "e\u0301e\u0301"],
    ["e\u0301e\u0301e", 2, "e\u0301…"],
    [`e${"\u0301".repeat(8)}`, 1, "…"],
    [`e${"\u0301".repeat(7)}`, 1, `e${"\u0301".repeat(7)}`],
  ])("%j to %d columns is %j", (text, columns, shown) => {
    expect(shortenText(text, columns)).toBe(shown);
  });
});
