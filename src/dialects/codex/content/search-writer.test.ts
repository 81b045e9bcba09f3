import { describe, expect, it } from "vitest";
import { countSearches, readSearchUnit, usesPreview } from "./search-unit.ts";
import { SearchWriter } from "./search-writer.ts";

const unit = {
  id: "srvtoolu_1",
  call: { action: "search" as const, queries: ["rain", "snow"] },
  results: [{ url: "https://a.test", title: "A" }],
};

describe("the item of a search of another vendor", () => {
  it("has its queries, and its pages only if the caller asked for them", () => {
    const item = new SearchWriter(false).push(unit);
    expect(item).toEqual({
      type: "web_search_call",
      id: expect.stringMatching(/^ws_[0-9a-f]{32}$/) as string,
      status: "completed",
      action: { type: "search", query: "rain", queries: ["rain", "snow"] },
    });
    expect(new SearchWriter(true).push(unit)).toEqual({
      ...item,
      action: {
        type: "search",
        query: "rain",
        queries: ["rain", "snow"],
        sources: [{ type: "url", url: "https://a.test" }],
      },
    });
  });

  it("is one for a call and its results", () => {
    const writer = new SearchWriter(true);
    expect(writer.push({ id: "s", call: unit.call })).toBeUndefined();
    expect(writer.push({ id: "s", results: unit.results })).toMatchObject({
      action: { query: "rain", sources: [{ url: "https://a.test" }] },
    });
    expect(writer.end()).toEqual([]);
  });

  it("has failed if the search did, or never ended", () => {
    const writer = new SearchWriter(false);
    expect(writer.push({ id: "s", call: unit.call, error: "unavailable" })).toMatchObject({
      status: "failed",
    });
    writer.push({ id: "t", call: unit.call });
    expect(writer.end()).toMatchObject([{ status: "failed", action: { query: "rain" } }]);
  });

  it.each([
    [
      { action: "open", queries: [], url: "https://a.test" },
      { type: "open_page", url: "https://a.test" },
    ],
    [
      { action: "open", queries: [] },
      { type: "open_page", url: null },
    ],
    [
      { action: "find", queries: [], url: "https://a.test", pattern: "x" },
      { type: "find_in_page", url: "https://a.test", pattern: "x" },
    ],
  ] as const)("tells the page of %j", (call, action) => {
    const item = new SearchWriter(false).push({ id: "s", call: { ...call, queries: [] }, results: [] });
    expect(item).toMatchObject({ action });
    expect(readSearchUnit(item!).call).toMatchObject({ action: call.action });
  });
});

describe("the searches of a response that are billed", () => {
  const item = (action: object | undefined, status = "completed") => ({
    type: "web_search_call",
    status,
    action,
  });

  it("are those that were run, without opened pages and failed ones", () => {
    const output = [
      item({ type: "search" }),
      item(undefined),
      item({ type: "open_page" }),
      item({ type: "find_in_page" }),
      item({ type: "search" }, "failed"),
      { type: "message" },
      3,
    ];
    expect(countSearches(output)).toBe(2);
    expect(countSearches(undefined)).toBe(0);
  });

  it("are those of the preview if the response says that it had it", () => {
    expect(usesPreview([{ type: "web_search_preview_2025_03_11" }])).toBe(true);
    expect(usesPreview([{ type: "web_search" }, 3])).toBe(false);
    expect(usesPreview(undefined)).toBe(false);
  });
});
