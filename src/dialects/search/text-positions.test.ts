import { describe, expect, it } from "vitest";
import { bytePositions, characterPositions, type TextPositions } from "./text-positions.ts";

const texts = [
  "",
  "plain",
  "日本語",
  "a\u{1f600}b",
  "\u{1f600}\u{1f601}",
  "é\u{10000}\uffff\u07ff\u0800z",
  "x\ud800y",
];

function check(positions: TextPositions, text: string, sizeOf: (character: string) => number): void {
  let vendor = 0;
  let unit = 0;
  for (const character of text) {
    expect(positions.fromUnits(unit)).toBe(vendor);
    expect(positions.toUnits(vendor)).toBe(unit);
    vendor += sizeOf(character);
    unit += character.length;
  }
  expect(positions.fromUnits(unit)).toBe(vendor);
  expect(positions.toUnits(vendor)).toBe(unit);
  expect(positions.toUnits(vendor + 1)).toBeUndefined();
  expect(positions.toUnits(-1)).toBeUndefined();
  expect(positions.toUnits(0.5)).toBeUndefined();
}

describe.each(texts.map((text) => [JSON.stringify(text), text] as const))("positions in %s", (_, text) => {
  it("count characters", () => check(characterPositions(text), text, () => 1));
  it("count bytes", () => check(bytePositions(text), text, (character) => Buffer.byteLength(character)));
});

describe("a position within a character", () => {
  it("becomes a whole character on the way in and its beginning on the way out", () => {
    expect(bytePositions("a\u{1f600}b").toUnits(2)).toBe(3);
    expect(bytePositions("日").toUnits(1)).toBe(1);
    expect(bytePositions("a\u{1f600}b").fromUnits(2)).toBe(1);
    expect(characterPositions("a\u{1f600}b").fromUnits(2)).toBe(1);
  });
});
