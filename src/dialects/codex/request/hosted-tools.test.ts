import { describe, expect, it } from "vitest";
import type { HostedTool } from "../../../contract/index.ts";
import { placeHosted, readHosted } from "./hosted-tools.ts";

const url = "https://docs.test/mcp";
const mcp = { server_label: "docs", server_url: url };
const server = { kind: "mcp", server: "docs", url, needsApproval: true } as const;

describe("a tool that OpenAI runs", () => {
  it.each<[string, object, HostedTool | undefined]>([
    ["mcp", mcp, server],
    ["mcp", { ...mcp, type: "mcp", authorization: "a" }, { ...server, authorization: "a" }],
    ["mcp", { ...mcp, allowed_tools: ["a"] }, { ...server, allowedTools: ["a"] }],
    ["mcp", { ...mcp, allowed_tools: { tool_names: ["a"] } }, { ...server, allowedTools: ["a"] }],
    ["mcp", { ...mcp, allowed_tools: { read_only: true } }, { ...server, restrictions: ["allowed_tools"] }],
    ["mcp", { ...mcp, require_approval: "never" }, { ...server, needsApproval: false }],
    ["mcp", { ...mcp, require_approval: "always" }, server],
    ["mcp", { ...mcp, require_approval: { never: { tool_names: ["a"] } } }, server],
    [
      "mcp",
      { ...mcp, allowed_tools: ["a"], require_approval: { never: { tool_names: ["a", "b"] } } },
      { ...server, allowedTools: ["a"], needsApproval: false },
    ],
    [
      "mcp",
      { ...mcp, allowed_tools: ["a", "c"], require_approval: { never: { tool_names: ["a", "b"] } } },
      { ...server, allowedTools: ["a", "c"] },
    ],
    [
      "mcp",
      { ...mcp, allowed_tools: ["a"], require_approval: { never: {}, always: { tool_names: ["a"] } } },
      { ...server, allowedTools: ["a"] },
    ],
    ["mcp", { ...mcp, headers: {} }, server],
    ["mcp", { ...mcp, headers: { "X-A": "1" } }, { ...server, headers: ["X-A"] }],
    [
      "mcp",
      { ...mcp, allowed_sites: 1, size: 2 },
      { ...server, restrictions: ["allowed_sites"], others: ["size"] },
    ],
    ["mcp", { server_url: url }, undefined],
    ["mcp", { server_label: "docs" }, undefined],
    ["code_interpreter", {}, { kind: "code_execution" }],
    ["code_interpreter", { container: "c" }, { kind: "code_execution", usesKept: true }],
    ["code_interpreter", { container: { type: "auto" } }, { kind: "code_execution" }],
    ["code_interpreter", { container: { type: "auto", file_ids: [] } }, { kind: "code_execution" }],
    [
      "code_interpreter",
      { container: { type: "auto", file_ids: ["f"] } },
      { kind: "code_execution", usesKept: true },
    ],
    [
      "code_interpreter",
      { container: { type: "auto", memory_limit: "4g" }, size: 1 },
      { kind: "code_execution", others: ["size", "container.memory_limit"] },
    ],
    [
      "code_interpreter",
      { container: { type: "auto", odd: 1 }, allowed_sites: 2 },
      { kind: "code_execution", restrictions: ["allowed_sites", "container"] },
    ],
    ["image_generation", {}, undefined],
  ])("is read: %s with %j", (type, value, tool) => {
    expect(readHosted(type, { ...value })).toStrictEqual(tool);
  });

  it.each(["web_search", "web_search_preview", "web_search_2025_08_26", "web_search_preview_2025_03_11"])(
    "is a search by the name %s",
    (type) => expect(readHosted(type, {})).toMatchObject({ kind: "web_search" }),
  );

  it.each(["web_search_call", "my_web_search", "web_search_2025"])("is no search by the name %s", (type) =>
    expect(readHosted(type, {})).toBeUndefined(),
  );

  it.each<[object, object]>([
    [{ filters: { allowed_domains: [], blocked_domains: [] } }, { allowedDomains: [] }],
    [
      { filters: { allowed_domains: ["a"], blocked_domains: ["b"] } },
      { allowedDomains: ["a"], blockedDomains: ["b"] },
    ],
    [{ filters: { odd: 1 } }, { restrictions: ["filters"] }],
    [{ user_location: { type: "approximate" } }, {}],
    [
      { user_location: { type: "approximate", city: "c", region: "r", country: "l", timezone: "t" } },
      { location: { city: "c", region: "r", country: "l", timezone: "t" } },
    ],
    [{ search_context_size: "low" }, { contextSize: "low" }],
    [
      { external_web_access: false, size: 1 },
      { live: false, others: ["size"] },
    ],
  ])("is a search with %j", (value, search) => {
    expect(readHosted("web_search", { ...value })).toStrictEqual({ kind: "web_search", ...search });
  });
});

describe("a tool that OpenAI would run", () => {
  const place = { model: "m", hasFunctions: false, isForced: false, isOnlyHosted: true };
  const many = Array.from({ length: 101 }, () => "a");
  const sources = { include: ["web_search_call.action.sources"] };
  const choiceOf = (value: object) => {
    const { type, server_label: label } = value as { type: string; server_label?: string };
    const vendor = { codex: label === undefined ? { type } : { type, server_label: label } };
    return { mode: "tool", name: type, vendor };
  };
  const search = (value: object, request: object = sources, losses: object[] = []) => {
    const whole = { type: "web_search", ...value };
    return { name: "web_search", value: whole, choice: choiceOf(whole), request, losses };
  };
  const connected = (value: object, name = "docs", more: object = {}) => {
    const whole = { type: "mcp", server_label: "docs", server_url: url, ...value };
    return { name, value: whole, choice: choiceOf(whole), ...more };
  };
  const renamed = (label: string, name: string) => ({
    losses: [
      {
        feature: "tool.mcp",
        reason: `the server is called ${label}, because the API takes no label like "${name}"`,
      },
    ],
  });
  const interpreter = { type: "code_interpreter", container: { type: "auto" } };

  it.each<[HostedTool, object]>([
    [{ kind: "web_fetch" }, { unable: "there is no tool that reads pages", feature: "tool.web_fetch" }],
    [
      { kind: "code_execution" },
      {
        name: "code_interpreter",
        value: interpreter,
        choice: choiceOf(interpreter),
        request: { include: ["code_interpreter_call.outputs"] },
      },
    ],
    [{ kind: "mcp", server: "docs", url }, connected({ require_approval: "never" })],
    [
      { kind: "mcp", server: "docs", url, allowedTools: ["a"], needsApproval: true },
      connected({ allowed_tools: ["a"], require_approval: "always" }),
    ],
    [
      { kind: "mcp", server: "my docs.", url },
      connected(
        { server_label: "my_docs_", require_approval: "never" },
        "my docs.",
        renamed("my_docs_", "my docs."),
      ),
    ],
    [
      { kind: "mcp", server: "1", url },
      connected({ server_label: "server_1", require_approval: "never" }, "1", renamed("server_1", "1")),
    ],
    [{ kind: "web_search" }, search({})],
    [
      { kind: "web_search", allowedDomains: ["a"], blockedDomains: ["b"], contextSize: "low", live: false },
      search({
        filters: { allowed_domains: ["a"], blocked_domains: ["b"] },
        search_context_size: "low",
        external_web_access: false,
      }),
    ],
    [
      { kind: "web_search", location: { city: "c" } },
      search({ user_location: { type: "approximate", city: "c" } }),
    ],
    [{ kind: "web_search", maxUses: 2 }, search({}, { ...sources, max_tool_calls: 2 })],
    [
      { kind: "web_search", allowedDomains: many.slice(1) },
      search({ filters: { allowed_domains: many.slice(1) } }),
    ],
    [
      { kind: "web_search", allowedDomains: many },
      { unable: "the API takes at most 100 domains", feature: "tool.web_search.allowed_domains" },
    ],
    [
      { kind: "web_search", blockedDomains: many },
      { unable: "the API takes at most 100 domains", feature: "tool.web_search.blocked_domains" },
    ],
  ])("is written: %j", (tool, placed) => expect(placeHosted(tool, place)).toStrictEqual(placed));

  it("shares the limit of calls with others", () => {
    const reason = "the API counts the calls of all its tools together, so the search alone has no limit";
    expect(placeHosted({ kind: "web_search", maxUses: 2 }, { ...place, isOnlyHosted: false })).toStrictEqual(
      search({}, sources, [{ feature: "tool.web_search.max_uses", reason }]),
    );
  });
});
