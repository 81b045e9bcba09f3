import { describe, expect, it } from "vitest";
import { isBinary, linesOf } from "./read-file.ts";

describe("the lines of a text", () => {
  it.each([
    ["", [""]],
    ["\n", [""]],
    ["\n\n", ["", ""]],
    ["a", ["a"]],
    ["a\n", ["a"]],
    ["a\r\nb\nc\r", ["a", "b", "c\r"]],
    ["a\n\nb", ["a", "", "b"]],
  ])("%j are %j", (text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });
});

it.each([
  [Buffer.alloc(0), false],
  [Buffer.from("a"), false],
  [Buffer.from("\0"), true],
  [Buffer.concat([Buffer.alloc(8191, 97), Buffer.from([0])]), true],
  [Buffer.concat([Buffer.alloc(8192, 97), Buffer.from([0])]), false],
])("bytes are no text if a zero is among the first 8192 (%#)", (bytes, isNoText) => {
  expect(isBinary(bytes)).toBe(isNoText);
});
