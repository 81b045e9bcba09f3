import { describe, expect, it } from "vitest";
import { groundingBlock, readToolPart } from "./search-unit.ts";

describe("a search unit of Gemini", () => {
  it("tells the queries of a call and the id of its response", () => {
    const call = { toolCall: { id: "c1", toolType: "GOOGLE_SEARCH_WEB", args: { queries: ["rain", 1] } } };
    expect(readToolPart("toolCall", call)).toEqual({
      id: "c1",
      call: { action: "search", queries: ["rain"] },
    });
    const response = { toolResponse: { id: "c1", toolType: "GOOGLE_SEARCH_WEB", response: {} } };
    expect(readToolPart("toolResponse", response)).toEqual({ id: "c1" });
  });

  it("tells the page that is read, and nothing of other tools", () => {
    const call = (toolType: string) => ({
      toolCall: { id: "c1", toolType, args: { urls: ["https://a.test"] } },
    });
    expect(readToolPart("toolCall", call("URL_CONTEXT"))?.call).toEqual({
      action: "open",
      queries: [],
      url: "https://a.test",
    });
    expect(readToolPart("toolCall", call("GOOGLE_MAPS"))).toBeUndefined();
    expect(readToolPart("toolCall", { toolCall: { toolType: "GOOGLE_SEARCH_WEB" } })).toBeUndefined();
    expect(readToolPart("executableCode", { executableCode: { id: "c1" } })).toBeUndefined();
  });
});

describe("the unit of a candidate's grounding", () => {
  const metadata = {
    webSearchQueries: ["", "rain"],
    groundingChunks: [{ web: { uri: "https://a.test", title: "A" } }, { maps: { uri: "https://m.test" } }],
  };

  it("tells the queries that were run and the pages that were found", () => {
    const block = groundingBlock(metadata);
    expect(block?.search).toEqual({
      id: block?.id,
      call: { action: "search", queries: ["rain"] },
      results: [{ url: "https://a.test", title: "A" }],
    });
    expect(block?.value).toBe(metadata);
    expect(groundingBlock({ ...metadata })?.id).toBe(block?.id);
  });

  it("gives the results to the call that a part shows", () => {
    expect(groundingBlock(metadata, "c1")?.search).toEqual({
      id: "c1",
      results: [{ url: "https://a.test", title: "A" }],
    });
  });

  it("is absent if nothing was searched", () => {
    expect(groundingBlock({})).toBeUndefined();
    expect(groundingBlock({ webSearchQueries: [""] })).toBeUndefined();
    expect(groundingBlock({ groundingChunks: [{ retrievedContext: { uri: "x" } }] })).toBeUndefined();
    expect(groundingBlock(undefined)).toBeUndefined();
  });
});
