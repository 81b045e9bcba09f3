import { describe, expect, it } from "vitest";
import { readSearchUnit } from "./search-unit.ts";

const item = (more: object) => ({ type: "web_search_call", id: "ws_1", status: "completed", ...more });

describe("a search unit of Responses", () => {
  it("tells the queries and the sources that have an address", () => {
    const sources = [
      { type: "url", url: "https://a.test" },
      { type: "api", name: "weather" },
    ];
    const action = { type: "search", query: "rain", queries: ["rain", "snow"], sources };
    expect(readSearchUnit(item({ action }))).toEqual({
      id: "ws_1",
      call: { action: "search", queries: ["rain", "snow"], together: true },
      results: [{ url: "https://a.test" }],
    });
  });

  it("takes the older single query", () => {
    expect(readSearchUnit(item({ action: { type: "search", query: "rain" } })).call?.queries).toEqual([
      "rain",
    ]);
  });

  it.each([
    ["open_page", "open"],
    ["find_in_page", "find"],
  ])("tells the page of %s", (type, action) => {
    expect(readSearchUnit(item({ action: { type, url: "https://a.test", pattern: "x" } })).call).toEqual({
      action,
      queries: [],
      url: "https://a.test",
      pattern: "x",
    });
  });

  it("has no results while it goes on, and an error if it failed", () => {
    expect(readSearchUnit(item({ status: "in_progress" })).results).toBeUndefined();
    expect(readSearchUnit(item({ status: "searching" })).results).toBeUndefined();
    expect(readSearchUnit(item({})).results).toEqual([]);
    expect(readSearchUnit(item({ status: "failed" }))).toMatchObject({ error: "failed" });
    expect(readSearchUnit(item({ status: "failed" })).results).toBeUndefined();
  });

  it("gets the same id each time if the item has none", () => {
    const bare = { type: "web_search_call", action: { type: "search", query: "rain" } };
    expect(readSearchUnit(bare).id).toMatch(/^ws_[0-9a-f]{24}$/);
    expect(readSearchUnit(bare).id).toBe(readSearchUnit({ ...bare }).id);
  });
});
