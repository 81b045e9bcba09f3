import { describe, expect, it } from "vitest";
import type { HostedTool } from "../../../contract/index.ts";
import { placeHosted, readHosted } from "./hosted-tools.ts";

const place = { model: "m", isForced: false, hasFunctions: false, isOnlyHosted: true };

describe("a tool that the vendor runs", () => {
  it.each([
    ["web_search_20250305", { type: "x", name: "x", cache_control: {} }, { kind: "web_search" }],
    [
      "web_search_20260209",
      {
        allowed_domains: ["a.test"],
        blocked_domains: ["b.test"],
        max_uses: 2,
        allowed_callers: ["direct"],
        user_location: { type: "approximate", city: "B", region: "C", country: "D", timezone: "E" },
      },
      {
        kind: "web_search",
        allowedDomains: ["a.test"],
        blockedDomains: ["b.test"],
        maxUses: 2,
        location: { city: "B", region: "C", country: "D", timezone: "E" },
        others: ["allowed_callers"],
      },
    ],
    [
      "web_search_20250305",
      { allowed_domains: [], blocked_domains: [], user_location: { type: "approximate" } },
      { kind: "web_search", allowedDomains: [] },
    ],
    [
      "web_search_20250305",
      { user_location: { city: 1 }, filter: "x" },
      { kind: "web_search", restrictions: ["filter"], others: ["user_location"] },
    ],
    ["web_fetch_20250910", {}, { kind: "web_fetch" }],
    [
      "web_fetch_20250910",
      {
        allowed_domains: ["a.test"],
        max_uses: 1,
        max_content_tokens: 5,
        citations: { enabled: false },
        allowed_callers: [],
      },
      {
        kind: "web_fetch",
        allowedDomains: ["a.test"],
        maxUses: 1,
        maxContentTokens: 5,
        citations: false,
        others: ["allowed_callers"],
      },
    ],
    ["code_execution_20250825", { name: "x" }, { kind: "code_execution" }],
    [
      "code_execution_20250825",
      { allowed_callers: ["direct"], only: 1 },
      { kind: "code_execution", restrictions: ["only"], others: ["allowed_callers"] },
    ],
    ["web_search_2025030", {}, undefined],
    ["web_search_202503050", {}, undefined],
    ["my_web_search_20250305", {}, undefined],
    ["web_fetch_202509100", {}, undefined],
    ["my_web_fetch_20250910", {}, undefined],
    ["code_execution_202508250", {}, undefined],
    ["my_code_execution_20250825", {}, undefined],
    ["bash_20250124", {}, undefined],
  ])("is read: a %s with %j", (type, value, tool) => {
    expect(readHosted(type, value)).toStrictEqual(tool);
  });

  const search = { type: "web_search_20250305", name: "web_search" };
  const fetch = { type: "web_fetch_20250910", name: "web_fetch" };
  it.each<[HostedTool, object]>([
    [{ kind: "web_search" }, search],
    [
      { kind: "web_search", maxUses: 3, allowedDomains: ["a.test"], blockedDomains: ["b.test"] },
      { ...search, max_uses: 3, allowed_domains: ["a.test"] },
    ],
    [
      { kind: "web_search", blockedDomains: ["b.test"], location: { city: "B" } },
      { ...search, blocked_domains: ["b.test"], user_location: { type: "approximate", city: "B" } },
    ],
    [
      { kind: "web_search", allowedDomains: ["a.test"] },
      { ...search, allowed_domains: ["a.test"] },
    ],
    [{ kind: "web_fetch" }, fetch],
    [
      { kind: "web_fetch", maxContentTokens: 5, citations: false, maxUses: 1 },
      { ...fetch, max_uses: 1, max_content_tokens: 5, citations: { enabled: false } },
    ],
    [{ kind: "code_execution" }, { type: "code_execution_20250825", name: "code_execution" }],
  ])("is written in its oldest version: %j", (tool, value) => {
    const name = tool.kind;
    expect(placeHosted(tool, place)).toStrictEqual({ name, value, choice: { mode: "tool", name } });
  });

  it.each([
    ["web_search", "tool.web_search.both_lists"],
    ["web_fetch", "tool.web_fetch.domains"],
  ] as const)("cannot be written if a %s allows a domain and blocks a part of it", (kind, feature) => {
    const lists = { allowedDomains: ["c.test", "a.test"], blockedDomains: ["b.test", "x.a.test"] };
    expect(placeHosted({ kind, ...lists }, place)).toEqual({
      unable: "a blocked domain lies among the allowed ones, and the API takes one list",
      feature,
    });
  });

  it.each([
    [true, true, false, true],
    [true, true, true, false],
    [true, false, false, false],
    [false, false, true, true],
  ])(
    "with forcing %j, alone %j and functions %j, can be a server: %j",
    (isForced, isOnlyHosted, hasFunctions, can) => {
      const server: HostedTool = { kind: "mcp", server: "docs", url: "https://a.test/" };
      expect("value" in placeHosted(server, { model: "m", isForced, isOnlyHosted, hasFunctions })).toBe(can);
    },
  );
});
