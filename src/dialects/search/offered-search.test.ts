import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Tool } from "../../contract/index.ts";
import { findDialect } from "../registry/lookup.ts";
import { type TranslateOptions, translateRequest } from "../translate/request.ts";
import { searchFunction } from "./search-function.ts";

const claude = findDialect("claude");
const all = { afterToolResults: true, dates: true, country: true };
const searching: TranslateOptions = { furtherRounds: true, gatewaySearch: all };

const request = (tool: object = {}, more: object = {}) => ({
  model: "m",
  max_tokens: 1000,
  messages: [{ role: "user", content: "find cats" }],
  tools: [{ type: "web_search_20250305", name: "web_search", ...tool }],
  ...more,
});

const offer = (target: string, body: unknown, options: TranslateOptions = searching) =>
  translateRequest(claude, findDialect(target), body, options);

describe("the offer of a search", () => {
  it("is the engine's own if it has one", () => {
    expect(offer("codex", request()).search).toBeUndefined();
    expect(offer("gemini", request({}, { model: "gemini-3-pro" })).search).toBeUndefined();
  });

  it("is ours if the engine has none, or cannot keep a restriction", () => {
    for (const [target, tool] of [
      ["openai", {}],
      ["gemini", { allowed_domains: ["a.com"] }],
      ["gemini", { blocked_domains: ["a.com"] }],
      ["kimi", { allowed_domains: ["a.com"] }],
      ["codex", { allowed_domains: ["a.com/blog"] }],
    ] as const) {
      const { search, report, request: written } = offer(target, request(tool));
      expect([target, search?.name, search?.echo]).toEqual([target, "gateway_web_search", undefined]);
      expect(JSON.stringify(written.body)).toContain("gateway_web_search");
      expect(report.entries).toContainEqual(
        expect.objectContaining({
          path: "$.tools[0]",
          disposition: "emulated",
          emulator: "web_search.gateway",
        }),
      );
    }
  });

  it("is the vendor's in rounds of its own if it echoes", () => {
    const { search, report } = offer("kimi", request(), { furtherRounds: true });
    expect(search?.echo?.name).toBe("$web_search");
    expect(report.entries).toContainEqual(expect.objectContaining({ emulator: "web_search.echo" }));
  });

  it("names the setting of thinking that is lost where the vendor does not search while it thinks", () => {
    const openai = findDialect("openai");
    const body = { model: "m", messages: [{ role: "user", content: "find cats" }], web_search_options: {} };
    const lost = (more: object) =>
      translateRequest(openai, findDialect("kimi"), { ...body, ...more }, { furtherRounds: true })
        .report.entries.filter(({ reason }) => reason?.startsWith("thinking is switched off"))
        .map(({ path, feature, disposition }) => [path, feature, disposition]);
    expect(lost({ reasoning_effort: "low" })).toEqual([
      ["$.reasoning_effort", "reasoning.effort", "disclosed"],
    ]);
    expect(lost({})).toEqual([["$", "tool.web_search", "disclosed"]]);
  });

  it("takes over a choice that forces the search, and the name in a list of allowed tools", () => {
    const forced = offer("openai", request({}, { tool_choice: { type: "tool", name: "web_search" } }));
    expect(forced.request.body["tool_choice"]).toEqual({
      type: "function",
      function: { name: "gateway_web_search" },
    });
  });

  it("stays allowed by a list that names it if the vendor searches in rounds of its own", () => {
    const codex = findDialect("codex");
    const parameters = { type: "object", properties: {} };
    const body = {
      model: "m",
      input: "x",
      tools: [
        { type: "web_search" },
        { type: "function", name: "f", parameters },
        { type: "function", name: "g", parameters },
      ],
      tool_choice: {
        type: "allowed_tools",
        mode: "auto",
        tools: [{ type: "web_search" }, { type: "function", name: "f" }],
      },
    };
    const { request: written } = translateRequest(codex, findDialect("kimi"), body, { furtherRounds: true });
    const named = (written.body["tools"] as { function: { name: string } }[]).map(
      (tool) => tool.function.name,
    );
    expect(named).toEqual(["f", "$web_search"]);
  });

  it("says what of the user's place and of the size is lost", () => {
    const codex = findDialect("codex");
    const body = {
      model: "m",
      input: "x",
      tools: [
        {
          type: "web_search",
          search_context_size: "low",
          user_location: { type: "approximate", country: "DE", city: "Bonn" },
        },
      ],
    };
    const { report } = translateRequest(codex, findDialect("openai"), body, searching);
    const reasons = report.entries
      .filter(({ disposition }) => disposition === "disclosed")
      .map((one) => one.reason);
    expect(reasons).toEqual(
      expect.arrayContaining(["the search knows no city", "the search has a fixed number of results"]),
    );
  });

  it.each([
    ["a call of one round", request(), {}],
    ["no provider", request(), { furtherRounds: true }],
    [
      "a time that the provider cannot keep",
      undefined,
      { ...searching, gatewaySearch: { ...all, dates: false } },
    ],
    ["several answers", undefined, searching],
  ])("is none with %s", (_, body, options) => {
    const gemini = findDialect("gemini");
    const timed = {
      contents: [{ role: "user", parts: [{ text: "x" }] }],
      tools: [{ googleSearch: { timeRangeFilter: { startTime: "2026-01-01T00:00:00Z" } } }],
      ...(options === searching ? { generationConfig: { candidateCount: 2 } } : {}),
    };
    const translate = () =>
      body === undefined
        ? translateRequest(gemini, findDialect("openai"), timed, { ...options, model: "m" })
        : offer("openai", body, options);
    expect(translate).toThrow(expect.objectContaining({ name: "AbpError" }));
  });

  it("never sends a search on without the caller's lists", () => {
    const domain = fc.constantFrom("a.com", "docs.a.com", "a.com/blog", "b.org");
    const lists = fc.record(
      { allowed_domains: fc.array(domain, { minLength: 1, maxLength: 2 }) },
      { requiredKeys: ["allowed_domains"] },
    );
    const blocked = fc.record({ blocked_domains: fc.array(domain, { minLength: 1, maxLength: 2 }) });
    const target = fc.constantFrom("codex", "gemini", "openai", "kimi", "copilot");
    fc.assert(
      fc.property(fc.oneof(lists, blocked), target, (tool, id) => {
        const { search, request: written } = offer(id, request(tool));
        const asked = "allowed_domains" in tool ? tool.allowed_domains : tool.blocked_domains;
        if (search === undefined) {
          for (const one of asked) expect(JSON.stringify(written.body)).toContain(one);
        } else expect(search.search.allowedDomains ?? search.search.blockedDomains).toEqual(asked);
      }),
    );
  });
});

describe("the function that stands for a search", () => {
  it("never takes the name of a caller's tool", () => {
    const named = (name: string): Tool => ({ kind: "function", name, parameters: {} });
    expect(searchFunction([]).name).toBe("gateway_web_search");
    expect(searchFunction([named("gateway_web_search"), named("gateway_web_search_2")]).name).toBe(
      "gateway_web_search_3",
    );
  });
});
