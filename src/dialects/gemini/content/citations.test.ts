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

describe("grounding supports", () => {
  const text = "ab ab";
  const support = (segment: unknown, groundingChunkIndices: unknown = [0]) => ({
    segment,
    groundingChunkIndices,
  });
  const cited = (start: number, end: number) => ({
    kind: "grounding_support",
    title: "A",
    url: "https://a.test",
    answer: { start, end },
  });

  it.each([
    [{ startIndex: 3, text: "ab" }, cited(3, 5)],
    [{ startIndex: 0, text: "ab" }, cited(0, 2)],
    [{ text: "b a" }, cited(1, 4)],
    [{ startIndex: 1, text: "ab" }, cited(0, 2)],
    [{ startIndex: 9, text: "ab" }, cited(0, 2)],
    [{ startIndex: "1", text: "ab" }, cited(0, 2)],
    [{ startIndex: 1, endIndex: 3, text: "" }, cited(1, 3)],
    [{ startIndex: 1, endIndex: 3, text: 1 }, cited(1, 3)],
    [{ endIndex: 1 }, cited(0, 1)],
    [{ startIndex: 1, endIndex: 5 }, cited(1, 5)],
  ])("with the segment %j stand there", (segment, citation) => {
    const metadata = { groundingSupports: [support(segment)], groundingChunks: chunks };
    const key = JSON.stringify([segment, [0]]);
    expect(supportsOf(metadata, text)).toStrictEqual([{ key, citations: [citation] }]);
  });

  it.each([
    [support({ text: "other" })],
    [support({ startIndex: 2, endIndex: 2 })],
    [support({ startIndex: 2, endIndex: 6 })],
    [support({ startIndex: 6, endIndex: 7 })],
    [support({ startIndex: 2 })],
    [support({ startIndex: "0", endIndex: 2 })],
    [support({ startIndex: 0, endIndex: "2" })],
    [support("x")],
    [support({ text: "ab" }, "x")],
    [support({ text: "ab" }, [])],
    [support({ text: "ab" }, [1])],
    [3],
  ])("like %j are left out", (one) => {
    const ok = support({ text: "ab" });
    const metadata = { groundingSupports: [one, ok], groundingChunks: chunks };
    expect(supportsOf(metadata, text)).toStrictEqual([
      { key: JSON.stringify([{ text: "ab" }, [0]]), citations: [cited(0, 2)] },
    ]);
  });

  it.each([
    [{ web: { uri: "u", title: "t" } }, { title: "t", url: "u" }],
    [{ maps: { uri: "u" } }, { url: "u" }],
    [{ retrievedContext: { title: "t" } }, { title: "t" }],
    [{ web: { uri: 1, title: 2 } }, {}],
    [{ web: { uri: "u" }, maps: { uri: "v" } }, { url: "u" }],
    [{ maps: { uri: "v" }, retrievedContext: { uri: "w" } }, { url: "v" }],
    [{ web: "u" }, undefined],
    [{}, undefined],
    ["u", undefined],
  ])("cite the chunk %j", (chunk, members) => {
    const metadata = { groundingSupports: [support({ text: "ab" })], groundingChunks: [chunk] };
    const answer = { start: 0, end: 2 };
    expect(supportsOf(metadata, text).flatMap(({ citations }) => citations)).toStrictEqual(
      members === undefined ? [] : [{ kind: "grounding_support", ...members, answer }],
    );
  });

  it.each([
    [undefined],
    [{}],
    [{ groundingSupports: [] }],
    [{ groundingChunks: [] }],
    [{ groundingSupports: {}, groundingChunks: [] }],
  ])("are none in %j", (metadata) => expect(supportsOf(metadata, text)).toStrictEqual([]));
});
