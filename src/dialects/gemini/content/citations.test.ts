import { describe, expect, it } from "vitest";
import { supportsOf } from "./citations.ts";

const chunks = [{ web: { uri: "https://a.test", title: "A" } }];
const spanIn = (text: string, segment: object) =>
  supportsOf(
    { groundingSupports: [{ segment, groundingChunkIndices: [0] }], groundingChunks: chunks },
    text,
  )[0]?.citations[0];

describe("the positions of grounding supports", () => {
  it.each([
    ["one byte", "a", 1],
    ["two bytes, the first of them", "\u0080", 2],
    ["two bytes, the last of them", "\u07ff", 2],
    ["three bytes, the first of them", "\u0800", 3],
    ["three bytes, the last of them", "\uffff", 3],
    ["four bytes, the first of them", "\u{10000}", 4],
    ["four bytes", "\u{1f600}", 4],
  ])("count the bytes of UTF-8: a character of %s", (_, character, bytes) => {
    const found = spanIn(`${character}bc`, { startIndex: bytes, endIndex: bytes + 1 });
    expect(JSON.stringify(found)).toContain(`"start":${character.length}`);
    expect(JSON.stringify(found)).toContain(`"end":${character.length + 1}`);
  });
});
