import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import type { SearchProvider } from "../../engines/index.ts";
import { fakeSearch } from "../fixtures/searched-call.ts";
import { ProviderRunner } from "./provider-runner.ts";

const { signal } = new AbortController();

function open(restrictions: object = {}, maxRounds = 5, search?: SearchProvider["search"]) {
  const provider = fakeSearch(
    [
      { url: "https://a.com/1", title: "One", snippet: "first", published: "2026-01-02" },
      { url: "https://b.com/" },
    ],
    search,
  );
  const runner = new ProviderRunner(
    provider,
    { kind: "web_search", ...restrictions },
    { maxResults: 7, maxRounds },
  );
  const run = (query: unknown) => runner.run(JSON.stringify({ query }), signal);
  return { provider, runner, run };
}

describe("the searches of a call at a provider", () => {
  it("passes all restrictions on, and the signal", async () => {
    let given: AbortSignal | undefined;
    const { provider, run } = open(
      {
        allowedDomains: ["a.com"],
        blockedDomains: ["b.com"],
        location: { country: "DE" },
        after: "2026-01-01",
        before: "2026-02-01",
      },
      5,
      async (_, passed) => {
        given = passed;
        return { results: [], cost: 0 };
      },
    );
    await run("  cats ");
    expect(provider.asked).toEqual([
      {
        query: "cats",
        limit: 7,
        allow: ["a.com"],
        block: ["b.com"],
        country: "DE",
        after: "2026-01-01",
        before: "2026-02-01",
      },
    ]);
    expect(given).toBe(signal);
  });

  it("shows the pages, and records what they cost by digests only", async () => {
    const { run } = open();
    expect(await run("cats")).toEqual({
      text: expect.stringContaining("URL: https://a.com/1"),
      isError: false,
      wasMade: true,
      unit: {
        call: { action: "search", queries: ["cats"] },
        results: [
          { url: "https://a.com/1", title: "One", age: "2026-01-02", snippet: "first" },
          { url: "https://b.com/" },
        ],
      },
      record: {
        provider: "fake",
        query_sha256: hash("sha256", "cats"),
        result_sha256: [hash("sha256", "https://a.com/1"), hash("sha256", "https://b.com/")],
        cost_usd: 0.01,
      },
    });
  });

  it.each([
    [new AbpError("backend_rate_limited", "slow"), "too_many_requests"],
    [new AbpError("backend_unavailable", "down"), "unavailable"],
    [new Error("broken"), "unavailable"],
  ])("takes the failure %s for %s", async (thrown, error) => {
    const { run } = open({}, 5, () => Promise.reject(thrown));
    expect(await run("cats")).toEqual({
      text: expect.stringContaining("The search failed."),
      isError: true,
      wasMade: true,
      unit: { call: { action: "search", queries: ["cats"] }, error },
      record: {
        provider: "fake",
        query_sha256: hash("sha256", "cats"),
        result_sha256: [],
        cost_usd: 0,
        error,
      },
    });
  });

  it.each(["", "{", "null", "7", '"cats"', '{"query":" "}', '{"query":["cats"]}'])(
    "searches nothing for the arguments %j",
    async (input) => {
      const { provider, runner } = open();
      expect(await runner.run(input, signal)).toEqual({
        text: expect.stringContaining("needs one text as `query`"),
        isError: true,
        wasMade: false,
        unit: { call: { action: "search", queries: [] }, error: "invalid_tool_input" },
      });
      expect(provider.asked).toEqual([]);
    },
  );

  it("ends the loop at a query that differs in case and spaces only", async () => {
    const { provider, run } = open();
    await run("Two  Cats");
    expect(await run("two\tcats")).toEqual({
      text: expect.stringContaining("searched already"),
      isError: true,
      wasMade: false,
      endsLoop: true,
    });
    expect(provider.asked).toHaveLength(1);
  });

  it("refuses a search above the limit, and names its query", async () => {
    const { provider, run } = open({ maxUses: 2 });
    await run("one");
    await run("two");
    expect(await run("three")).toEqual({
      text: expect.stringContaining("No further search is possible."),
      isError: true,
      wasMade: false,
      unit: { call: { action: "search", queries: ["three"] }, error: "max_uses_exceeded" },
    });
    expect(provider.asked).toHaveLength(2);
  });

  it.each([
    [undefined, 5, 5],
    [3, 5, 3],
    [9, 5, 5],
    [0, 5, 0],
    [-1, 5, 0],
  ])("makes of %s uses and %i rounds the limit %i", (maxUses, maxRounds, limit) => {
    expect(open(maxUses === undefined ? {} : { maxUses }, maxRounds).runner.limit).toBe(limit);
  });
});
