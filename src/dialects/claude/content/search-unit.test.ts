import { describe, expect, it } from "vitest";
import { isMintedSearch, mintContent, mintedCallId, readMinted } from "./minted-search.ts";
import { readSearchUnit } from "./search-unit.ts";

describe("a search unit of Messages", () => {
  it("tells the query of a call", () => {
    const value = { id: "srvtoolu_1", name: "web_search", input: { query: "rain" } };
    expect(readSearchUnit("server_tool_use", value)).toEqual({
      id: "srvtoolu_1",
      call: { action: "search", queries: ["rain"] },
    });
  });

  it("has no query while the call's input is not there", () => {
    const value = { id: "srvtoolu_1", name: "web_search", input: {} };
    expect(readSearchUnit("server_tool_use", value)?.call?.queries).toEqual([]);
  });

  it("tells the page of a fetch", () => {
    const value = { id: "srvtoolu_1", name: "web_fetch", input: { url: "https://a.test" } };
    expect(readSearchUnit("server_tool_use", value)?.call).toEqual({
      action: "open",
      queries: [],
      url: "https://a.test",
    });
  });

  it("tells the results with title and age, and not what is sealed", () => {
    const content = [
      {
        type: "web_search_result",
        url: "https://a.test",
        title: "A",
        page_age: "1 day",
        encrypted_content: "E",
      },
      {
        type: "web_search_result",
        url: "https://b.test",
        title: "B",
        page_age: null,
        encrypted_content: "F",
      },
      { type: "other" },
    ];
    expect(readSearchUnit("web_search_tool_result", { tool_use_id: "srvtoolu_1", content })).toEqual({
      id: "srvtoolu_1",
      results: [
        { url: "https://a.test", title: "A", age: "1 day" },
        { url: "https://b.test", title: "B" },
      ],
    });
  });

  it("tells the error of a search", () => {
    const content = { type: "web_search_tool_result_error", error_code: "max_uses_exceeded" };
    expect(readSearchUnit("web_search_tool_result", { tool_use_id: "srvtoolu_1", content })).toEqual({
      id: "srvtoolu_1",
      error: "max_uses_exceeded",
    });
  });

  it("tells the text of a fetched page", () => {
    const content = {
      type: "web_fetch_result",
      url: "https://a.test",
      retrieved_at: "2026-01-01T00:00:00Z",
      content: {
        type: "document",
        title: "A",
        source: { type: "text", media_type: "text/plain", data: "body" },
      },
    };
    expect(readSearchUnit("web_fetch_tool_result", { tool_use_id: "srvtoolu_1", content })?.results).toEqual([
      { url: "https://a.test", title: "A", age: "2026-01-01T00:00:00Z", snippet: "body" },
    ]);
  });

  it("is nothing for other tools", () => {
    expect(readSearchUnit("server_tool_use", { id: "s", name: "code_execution", input: {} })).toBeUndefined();
    expect(readSearchUnit("web_search_tool_result", { content: [] })).toBeUndefined();
    expect(readSearchUnit("code_execution_tool_result", { tool_use_id: "s" })).toBeUndefined();
  });
});

describe("sealed content that we wrote", () => {
  it("is recognised and gives the snippet back", () => {
    const sealed = mintContent({ url: "https://a.test", title: "A", snippet: "wet \u{1f327} 雨" });
    expect(readMinted(sealed)).toEqual({ snippet: "wet \u{1f327} 雨" });
    const content = [
      { type: "web_search_result", url: "https://a.test", title: "A", encrypted_content: sealed },
    ];
    expect(
      readSearchUnit("web_search_tool_result", { tool_use_id: "x", content })?.results?.[0]?.snippet,
    ).toBe("wet \u{1f327} 雨");
  });

  it("is bounded, and cuts no character in two", () => {
    const sealed = mintContent({ url: "https://a.test", snippet: `a${"\u{1f327}".repeat(5000)}` });
    expect(sealed.length).toBeLessThan(30_000);
    expect(readMinted(sealed)?.snippet).toBe(`a${"\u{1f327}".repeat(999)}`);
  });

  it("is recognised even if it was damaged, and is not taken for the vendor's", () => {
    expect(readMinted("abp-search-1.%%%")).toEqual({});
    expect(readMinted("EqgfCioIARgBIiQ3YTAwMjY1Mi1mZ")).toBeUndefined();
    expect(readMinted(undefined)).toBeUndefined();
  });

  it("marks its call and its result", () => {
    const id = mintedCallId("0123");
    const content = [{ encrypted_content: mintContent({ url: "https://a.test" }) }];
    expect(isMintedSearch({ kind: "server_tool_use", value: { id } })).toBe(true);
    expect(isMintedSearch({ kind: "web_search_tool_result", value: { tool_use_id: id, content: [] } })).toBe(
      true,
    );
    expect(isMintedSearch({ kind: "web_search_tool_result", value: { tool_use_id: "x", content } })).toBe(
      true,
    );
    expect(isMintedSearch({ kind: "server_tool_use", value: { id: "srvtoolu_01abc" } })).toBe(false);
    expect(
      isMintedSearch({ kind: "web_search_tool_result", value: { tool_use_id: "x", content: [{}] } }),
    ).toBe(false);
    expect(isMintedSearch({ kind: "web_search_tool_result", value: null })).toBe(false);
  });
});
