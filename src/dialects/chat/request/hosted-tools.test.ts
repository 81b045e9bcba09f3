import { describe, expect, it } from "vitest";
import type { HostedTool } from "../../../contract/index.ts";
import { placeHosted, readHosted } from "./hosted-tools.ts";

const router = "openrouter:web_search";
const place = { city: "B", region: "C", country: "D", timezone: "E" };

describe("a search that the vendor runs", () => {
  it.each([
    [{ web_search_options: {} }, {}],
    [{ web_search_options: { search_context_size: "low" } }, { contextSize: "low" }],
    [
      { web_search_options: { user_location: { type: "approximate", approximate: place } } },
      { location: place },
    ],
    [{ web_search_options: { user_location: { type: "approximate", approximate: { type: "x" } } } }, {}],
    [
      { web_search_options: { user_location: { more: 1 }, size: 1, filters: 2 } },
      { restrictions: ["filters"], others: ["user_location", "size"] },
    ],
    [{ web_search_options: { user_location: { approximate: { city: "B" } } } }, { location: { city: "B" } }],
    [{ type: router }, {}],
    [{ type: router, parameters: {} }, {}],
    [
      {
        type: router,
        parameters: {
          allowed_domains: ["a.test"],
          excluded_domains: ["b.test"],
          max_uses: 2,
          search_context_size: "high",
          user_location: { type: "approximate", ...place },
        },
      },
      {
        allowedDomains: ["a.test"],
        blockedDomains: ["b.test"],
        maxUses: 2,
        contextSize: "high",
        location: place,
      },
    ],
    [{ type: router, parameters: { excluded_domains: [] } }, {}],
    [{ type: router, parameters: "x" }, { others: ["parameters"] }],
    [
      { type: router, size: 1, filter: 2, parameters: { engine: "x", only: 1 } },
      { restrictions: ["filter", "parameters.only"], others: ["size", "parameters.engine"] },
    ],
    [{ type: "builtin_function", function: { name: "$web_search" } }, {}],
    [
      { type: "builtin_function", function: { name: "$web_search", more: 1 }, size: 1, filter: 2 },
      { restrictions: ["filter"], others: ["function", "size"] },
    ],
  ])("is read from %j", (value, more) => {
    expect(readHosted(value)).toStrictEqual({ kind: "web_search", ...more });
  });

  it.each([
    {},
    { web_search_options: true },
    { type: "openrouter:other" },
    { type: "function", function: { name: "$web_search" } },
    { type: "builtin_function", function: { name: "$other" } },
    { type: "builtin_function", function: "$web_search" },
    { type: "builtin_function" },
  ])("is none in %j", (value) => {
    expect(readHosted(value)).toBeUndefined();
  });

  const given = { isForced: false, hasFunctions: false, isOnlyHosted: true };
  const model = "gpt-4o-search-preview";
  it.each<[HostedTool, object]>([
    [{ kind: "web_search" }, {}],
    [{ kind: "web_search", contextSize: "low" }, { search_context_size: "low" }],
    [{ kind: "web_search", location: place }, { user_location: { type: "approximate", approximate: place } }],
  ])("is written as options of the request: %j", (tool, options) => {
    const value = { web_search_options: options };
    expect(placeHosted(tool, { ...given, model })).toStrictEqual({ name: "web_search", value });
  });

  it.each([
    ["gpt-5-search-api", true],
    ["gpt-5-search", true],
    ["gpt-5-searching", false],
    ["search-preview", false],
    ["gpt-5", false],
  ])("of the model %s is written: %j", (named, can) => {
    const unable = `${named} does not search; search models do`;
    expect(placeHosted({ kind: "web_search" }, { ...given, model: named })).toStrictEqual(
      can
        ? { name: "web_search", value: { web_search_options: {} } }
        : { unable, feature: "tool.web_search" },
    );
  });

  it.each(["web_fetch", "code_execution"] as const)("has no %s beside it", (kind) => {
    const feature = `tool.${kind}`;
    expect(placeHosted({ kind }, { ...given, model })).toEqual({ unable: "there is no such tool", feature });
  });
});
