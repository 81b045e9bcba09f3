import { describe, expect, it } from "vitest";
import { answer, eventsOf } from "./fixtures/answer.ts";
import { geminiSearch } from "./gemini.ts";

const anything = {
  isOnly: true,
  allowedDomains: [],
  maxUses: Number.POSITIVE_INFINITY,
  asksSources: true,
};

describe("what a request to Gemini says of its search tool", () => {
  it.each([
    [{}, undefined],
    [{ tools: [{ codeExecution: {} }] }, undefined],
    [{ tools: [{ googleSearch: true }] }, undefined],
    [{ tools: [{ googleSearch: {} }] }, anything],
    [{ tools: [{ google_search: {} }] }, anything],
    [{ tools: { googleSearch: {} } }, anything],
    [{ tools: [{ codeExecution: {} }, { googleSearch: {} }] }, anything],
    [
      { tools: [{ googleSearch: {} }, { functionDeclarations: [{ name: "f" }] }] },
      { ...anything, isOnly: false },
    ],
    [
      { tools: [{ googleSearch: {}, function_declarations: [{ name: "f" }] }] },
      { ...anything, isOnly: false },
    ],
    [{ tools: [{ googleSearch: {}, functionDeclarations: [] }] }, anything],
  ])("%j gives %j", (body, offer) => {
    expect(geminiSearch.offer(body)).toEqual(offer);
  });
});

const TEXT = "😀 – Seen – so. That was all.";
const chunk = (text: string, end: object, usage: object) => ({
  candidates: [{ content: { role: "model", parts: [{ text }] }, index: 0, ...end }],
  usageMetadata: { promptTokenCount: 7, ...usage },
  modelVersion: "model-1",
  responseId: "id1",
});
const end = {
  finishReason: "STOP",
  groundingMetadata: {
    webSearchQueries: ["cats", "dogs"],
    groundingChunks: [{ web: { uri: "https://a.test/1", title: "Title" } }],
    groundingSupports: [
      { segment: { startIndex: 8, endIndex: 21, text: " Seen – so." }, groundingChunkIndices: [0] },
    ],
    searchEntryPoint: { renderedContent: "<div>2 simulated searches</div>" },
  },
};
const usage = { candidatesTokenCount: 3, totalTokenCount: 10 };

describe("the answer of Gemini to a search", () => {
  it("has the searches and their sources as metadata, with offsets in bytes", () => {
    expect(geminiSearch.whole(answer)).toEqual(chunk(TEXT, end, usage));
  });

  it("leaves out an offset of 0", () => {
    const source = { url: "https://b.test", title: "B", snippet: "b" };
    const found = geminiSearch.whole({ ...answer, segments: [{ text: "b", source }], searches: [] });
    expect(found).toMatchObject({
      candidates: [
        {
          groundingMetadata: {
            groundingSupports: [{ segment: { endIndex: 1, text: "b" } }],
            groundingChunks: [],
          },
        },
      ],
    });
    expect(JSON.stringify(found)).not.toContain("startIndex");
  });

  it("names the metadata and the tokens of the answer in the last chunk only", () => {
    const chunks = [chunk(TEXT.slice(0, 24), {}, { totalTokenCount: 7 }), chunk(TEXT.slice(24), end, usage)];
    expect(eventsOf(geminiSearch.stream(answer))).toEqual(chunks);
    expect(geminiSearch.stream(answer)[0]).toMatch(/^data: /);
    expect(geminiSearch.items!(answer)).toEqual(chunks);
  });
});
