import { describe, expect, test } from "vitest";
import { estimateText } from "./text-estimate.ts";

describe("the tokens of one character", () => {
  test.each([
    ["a", 1 / 4],
    ["z", 1 / 4],
    ["A", 1 / 4],
    ["Z", 1 / 4],
    [" ", 1 / 4],
    ["0", 1 / 2.5],
    ["9", 1 / 2.5],
    ["!", 1 / 2.5],
    ["`", 1 / 2.5],
    ["{", 1 / 2.5],
    ["@", 1 / 2.5],
    ["[", 1 / 2.5],
    ["\u007f", 1 / 2.5],
    ["\u0080", 1 / 2.5],
    ["é", 1 / 2.5],
    ["я", 1 / 2.5],
    ["\u058f", 1 / 2.5],
    ["\u0590", 1 / 1.6],
    ["א", 1 / 1.6],
    ["\u1dff", 1 / 1.6],
    ["\u1e00", 1 / 2.5],
    ["“", 1 / 2.5],
    ["\u2e7f", 1 / 2.5],
    ["\u2e80", 1 / 1.5],
    ["漢", 1 / 1.5],
    ["\ud7ff", 1 / 1.5],
    ["\ud800", 1],
    ["\udfff", 1],
    ["\ue000", 1 / 1.5],
  ])("%j is %d", (character, tokens) => {
    expect(estimateText(character)).toBeCloseTo(tokens, 12);
    expect(estimateText(character.repeat(3))).toBeCloseTo(3 * tokens, 12);
  });

  test("is nothing for an empty text", () => {
    expect(estimateText("")).toBe(0);
  });
});
