import { describe, expect, it } from "vitest";
import { supportsOf } from "./citations.ts";
import { GroundingWriter } from "./grounding-writer.ts";

const citation = (url: string, start?: number, end?: number) => ({
  kind: "k",
  url,
  title: `page ${url}`,
  ...(start === undefined ? {} : { answer: { start, end: end! } }),
});

describe("grounding that is written", () => {
  it("has positions in bytes that read back as the same part of the answer", () => {
    const text = "天気 \u{1f327} is wet. 終";
    const answer = { start: 3, end: 12 };
    const writer = new GroundingWriter();
    writer.addText(text, [citation("u", answer.start, answer.end)]);
    const metadata = writer.metadata();
    expect(metadata).toMatchObject({
      groundingSupports: [{ segment: { startIndex: 7, endIndex: 18, text: text.slice(3, 12) } }],
    });
    expect(supportsOf(metadata, text)[0]?.citations).toMatchObject([{ url: "u", answer }]);
    const { text: _, ...bare } = (metadata!["groundingSupports"] as { segment: { text: string } }[])[0]!
      .segment;
    const unquoted = { ...metadata, groundingSupports: [{ segment: bare, groundingChunkIndices: [0] }] };
    expect(supportsOf(unquoted, text)[0]?.citations).toMatchObject([{ url: "u", answer }]);
  });

  it("counts from the start of texts that follow each other, and anew after something else", () => {
    const writer = new GroundingWriter();
    writer.addText("é", []);
    writer.addText("ab", [citation("u")]);
    writer.breakText();
    writer.addText("cd", [citation("v")]);
    expect(writer.metadata()?.["groundingSupports"]).toEqual([
      { segment: { startIndex: 2, endIndex: 4, text: "ab" }, groundingChunkIndices: [0] },
      { segment: { endIndex: 2, text: "cd" }, groundingChunkIndices: [1] },
    ]);
  });

  it("names a page once, whoever names it, and cites it once for a part", () => {
    const writer = new GroundingWriter();
    const call = { action: "search" as const, queries: ["rain", "rain"] };
    writer.addSearch({ id: "s", call, results: [{ url: "u" }, { url: "v", title: "V" }] });
    writer.addText("ab", [citation("u"), citation("u"), citation("v")]);
    expect(writer.metadata()).toEqual({
      webSearchQueries: ["rain"],
      groundingChunks: [{ web: { uri: "u", title: "page u" } }, { web: { uri: "v", title: "V" } }],
      groundingSupports: [{ segment: { endIndex: 2, text: "ab" }, groundingChunkIndices: [0, 1] }],
    });
  });

  it("is absent if nothing was searched or cited, and for opened pages", () => {
    const writer = new GroundingWriter();
    writer.addText("ab", [{ kind: "k" }]);
    writer.addSearch({ id: "s", call: { action: "open", queries: [], url: "u" }, results: [{ url: "u" }] });
    expect(writer.metadata()).toBeUndefined();
  });

  it("keeps a range within its text", () => {
    const writer = new GroundingWriter();
    writer.addText("ab", [citation("u", 1, 9)]);
    expect(writer.metadata()?.["groundingSupports"]).toEqual([
      { segment: { startIndex: 1, endIndex: 2, text: "b" }, groundingChunkIndices: [0] },
    ]);
  });
});
