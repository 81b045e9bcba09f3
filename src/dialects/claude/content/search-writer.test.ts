import { describe, expect, it } from "vitest";
import { isMintedSearch } from "./minted-search.ts";
import { SearchWriter } from "./search-writer.ts";

const search = (queries: string[], more: object = {}) => ({
  id: "ws_1",
  call: { action: "search" as const, queries },
  results: [{ url: "https://a.test/x", title: "A", age: "1 day" }, { url: "https://b.test:8443/y" }],
  ...more,
});

describe("the pairs of a search of another vendor", () => {
  it("are a call and its result, with ids that are the same each time", () => {
    const [call, result, ...more] = new SearchWriter().push(search(["rain"]));
    expect(more).toEqual([]);
    expect(call).toEqual({
      type: "server_tool_use",
      id: expect.stringMatching(/^srvtoolu_\w+$/) as string,
      name: "web_search",
      input: { query: "rain" },
      caller: { type: "direct" },
    });
    expect(result).toMatchObject({
      type: "web_search_tool_result",
      tool_use_id: call!["id"],
      content: [
        { type: "web_search_result", url: "https://a.test/x", title: "A", page_age: "1 day" },
        { type: "web_search_result", url: "https://b.test:8443/y", title: "b.test:8443", page_age: null },
      ],
    });
    expect(new SearchWriter().push(search(["rain"]))).toEqual([call, result]);
    expect(isMintedSearch({ kind: "server_tool_use", value: call })).toBe(true);
    expect(isMintedSearch({ kind: "web_search_tool_result", value: result })).toBe(true);
  });

  it("are one for each query, with what was found on the last", () => {
    const written = new SearchWriter().push(search(["rain", "snow"]));
    expect(written.map(({ input, content }) => input ?? (content as unknown[]).length)).toEqual([
      { query: "rain" },
      0,
      { query: "snow" },
      2,
    ]);
    expect(new Set(written.map(({ id, tool_use_id }) => id ?? tool_use_id)).size).toBe(2);
  });

  it("are one for queries that were asked together", () => {
    const call = { action: "search" as const, queries: ["rain", "snow"], together: true };
    const written = new SearchWriter().push(search([], { call }));
    expect(written).toHaveLength(2);
    expect(written[0]).toMatchObject({ input: { query: "rain; snow" } });
  });

  it.each([
    ["max_uses_exceeded", "max_uses_exceeded"],
    ["failed", "unavailable"],
  ])("tell the error %s as %s", (error, code) => {
    const [, result] = new SearchWriter().push(search(["rain"], { results: undefined, error }));
    expect(result!["content"]).toEqual({ type: "web_search_tool_result_error", error_code: code });
  });

  it("wait for the outcome, and are written at the end without one", () => {
    const writer = new SearchWriter();
    expect(writer.push({ id: "c", call: { action: "search", queries: ["rain"] } })).toEqual([]);
    expect(writer.push({ id: "c" })).toEqual([]);
    expect(writer.end()).toMatchObject([{ input: { query: "rain" } }, { content: [] }]);
    expect(writer.end()).toEqual([]);
  });

  it("are none for a page that was opened", () => {
    const call = { action: "open" as const, queries: [], url: "https://a.test" };
    expect(new SearchWriter().push(search([], { call }))).toEqual([]);
  });

  it("hold an address that cannot be parsed as its own title", () => {
    const [, result] = new SearchWriter().push(search(["q"], { results: [{ url: "not a url" }] }));
    expect(result).toMatchObject({ content: [{ title: "not a url" }] });
  });
});
