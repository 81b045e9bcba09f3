import { describe, expect, it } from "vitest";
import { JsonError } from "./json-error.ts";
import { decodeJsonText } from "./json-text.ts";

const bytes = (...list: number[]) => Uint8Array.from([0x61, ...list]);

function refusal(input: string | Uint8Array, maxBytes = 100) {
  try {
    decodeJsonText(input, maxBytes);
  } catch (error) {
    if (error instanceof JsonError) {
      const { rule, message, offset, line, column, path } = error;
      return { rule, message, offset, line, column, path };
    }
    throw error;
  }
  throw new Error("the text was accepted");
}

describe("the text of JSON", () => {
  it.each<[string | Uint8Array, string, number]>([
    ["", "", 0],
    ["abc", "abc", 3],
    ["漢字", "漢字", 6],
    [Buffer.from("漢字"), "漢字", 6],
    ["a\ufeff", "a\ufeff", 4],
    ["😀", "😀", 4],
    [Uint8Array.of(0xef, 0xbb, 0xbc), "\ufefc", 3],
    [bytes(0xef, 0xbb, 0xbf), "a\ufeff", 4],
  ])("%j is %j, and has at most %i bytes", (input, text, size) => {
    expect(decodeJsonText(input, size)).toBe(text);
    if (size === 0) return;
    expect(refusal(input, size - 1)).toStrictEqual({
      rule: "too-large",
      message: `a text longer than ${size - 1} bytes at line 1, column 1 ($)`,
      offset: 0,
      line: 1,
      column: 1,
      path: "$",
    });
  });

  it.each([
    ["a string", "\ufeff{}"],
    ["bytes", Buffer.from("\ufeff{}")],
  ])("is refused with a byte order mark in %s", (_, input) => {
    expect(refusal(input)).toStrictEqual({
      rule: "bom",
      message: "a byte order mark at line 1, column 1 ($)",
      offset: 0,
      line: 1,
      column: 1,
      path: "$",
    });
  });

  it.each([
    ["a\n😀b\ud800", 5, 2, 3],
    ["\udc00", 0, 1, 1],
  ])("is refused with half of a surrogate pair: %j", (text, offset, line, column) => {
    expect(refusal(text)).toStrictEqual({
      rule: "lone-surrogate",
      message: `half of a surrogate pair at line ${line}, column ${column} ($)`,
      offset,
      line,
      column,
      path: "$",
    });
  });

  // The first and the last sequences of each length, and what stands beside them.
  it.each([
    [[0x7f], 1],
    [[0xc2, 0x80], 2],
    [[0xdf, 0xbf], 2],
    [[0xe0, 0xa0, 0x80], 3],
    [[0xe0, 0xbf, 0xbf], 3],
    [[0xe1, 0x80, 0x80], 3],
    [[0xed, 0x9f, 0xbf], 3],
    [[0xee, 0x80, 0x80], 3],
    [[0xef, 0xbf, 0xbf], 3],
    [[0xf0, 0x90, 0x80, 0x80], 4],
    [[0xf1, 0x80, 0x80, 0x80], 4],
    [[0xf3, 0xbf, 0xbf, 0xbf], 4],
    [[0xf4, 0x8f, 0xbf, 0xbf], 4],
  ])("has the bytes %j, and is refused at what follows them", (character, length) => {
    const text = Buffer.from([0x61, ...character]).toString();
    expect(decodeJsonText(bytes(...character), 100)).toBe(text);
    expect(refusal(bytes(...character, 0xff))).toStrictEqual({
      rule: "invalid-utf8",
      message: "a byte that is not UTF-8 at line 1, column 3 ($)",
      offset: length + 1,
      line: 1,
      column: 3,
      path: "$",
    });
  });

  it.each([
    [[0x80]],
    [[0xbf]],
    [[0xc1, 0x80]],
    [[0xc2]],
    [[0xc2, 0x7f]],
    [[0xc2, 0xc0]],
    [[0xe0, 0x9f, 0x80]],
    [[0xe0, 0xc0, 0x80]],
    [[0xe1, 0x80]],
    [[0xe1, 0x7f, 0x80]],
    [[0xe1, 0x80, 0x7f]],
    [[0xe1, 0x80, 0xc0]],
    [[0xed, 0xa0, 0x80]],
    [[0xf0, 0x8f, 0x80, 0x80]],
    [[0xf1, 0x80, 0x80]],
    [[0xf1, 0x80, 0x80, 0xc0]],
    [[0xf4, 0x90, 0x80, 0x80]],
    [[0xf5, 0x80, 0x80, 0x80]],
    [[0xff]],
  ])("is refused at the bytes %j, which are no character", (wrong) => {
    expect(refusal(bytes(...wrong))).toMatchObject({ rule: "invalid-utf8", offset: 1, line: 1, column: 2 });
  });
});
