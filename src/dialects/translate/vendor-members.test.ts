import { describe, expect, it } from "vitest";
import { findDialect } from "../registry/lookup.ts";
import { explainRequest } from "./request.ts";

const functionTool = { type: "function", name: "f", parameters: { type: "object" } };
const image = { type: "image_generation" };

function dispositions(from: string, to: string, body: object, options: object = {}): Record<string, string> {
  const report = explainRequest(findDialect(from), findDialect(to), body, { model: "m", ...options });
  const lost = report.entries.filter((entry) => entry.disposition !== "mapped");
  return Object.fromEntries(lost.map((entry) => [entry.path, entry.disposition]));
}

describe("a tool that the vendor runs and others lack", () => {
  const ask = (more: object) => ({ model: "m", input: "go", ...more });
  it.each([
    ["among others", { tools: [functionTool, image] }, { "$.tools[1]": "disclosed" }],
    [
      "among others, with any tool required",
      { tools: [functionTool, image], tool_choice: "required" },
      { "$.tools[1]": "disclosed" },
    ],
    ["alone", { tools: [image] }, { "$.tools[0]": "refused" }],
    ["alone, and not to be called", { tools: [image], tool_choice: "none" }, { "$.tools[0]": "disclosed" }],
    [
      "that must be called",
      { tools: [functionTool, image], tool_choice: { type: "image_generation" } },
      { "$.tools[1]": "refused", "$.tool_choice": "refused", "$.tool_choice.type": "disclosed" },
    ],
    [
      "that must be called and is not offered",
      { tools: [functionTool], tool_choice: { type: "file_search" } },
      { "$.tool_choice": "refused", "$.tool_choice.type": "disclosed" },
    ],
  ])("D18: offered %s", (_, more, expected) => {
    for (const to of ["claude", "openai", "kimi", "copilot", "gemini"])
      expect(dispositions("codex", to, ask(more))).toEqual(expected);
  });

  it("D18: is refused in strict mode, whatever is offered beside it", () => {
    const body = ask({ tools: [functionTool, image] });
    expect(dispositions("codex", "claude", body, { strict: true })["$.tools[1]"]).toBe("refused");
  });
});

describe("a member that only its own dialect knows", () => {
  const messages = [{ role: "user", content: "go" }];
  it.each([
    ["codex", { conversation: "conv_1" }, "refused"],
    ["codex", { prompt: { id: "pmpt_1" } }, "refused"],
    ["codex", { background: true }, "disclosed"],
    ["codex", { client_metadata: { a: "b" } }, "disclosed"],
    ["claude", { mcp_servers: [{ type: "brand_new", url: "https://x", name: "x" }] }, "refused"],
    ["claude", { container: "c_1" }, "refused"],
    ["claude", { inference_geo: "us" }, "refused"],
    ["claude", { inference_geo: "global" }, "disclosed"],
    ["claude", { speed: "fast" }, "disclosed"],
    ["claude", { context_management: { edits: [{ type: "compact_20260112" }] } }, "disclosed"],
    ["gemini", { cachedContent: "cachedContents/1" }, "refused"],
    ["gemini", { labels: { a: "b" } }, "disclosed"],
  ])("of %s: %j is %s", (from, more, expected) => {
    const base =
      from === "codex"
        ? { model: "m", input: "go" }
        : from === "claude"
          ? { model: "m", max_tokens: 99, messages }
          : { contents: [{ role: "user", parts: [{ text: "go" }] }] };
    expect(dispositions(from, "openai", { ...base, ...more })).toEqual({
      [`$.${Object.keys(more)[0]}`]: expected,
    });
  });
});

describe("tools that are loaded when they are needed", () => {
  const tools = [
    { type: "tool_search_tool_regex_20251119", name: "tool_search_tool_regex" },
    { name: "WebFetch", description: "d", input_schema: { type: "object" }, defer_loading: true },
    { name: "ToolSearch", description: "d", input_schema: { type: "object" } },
  ];
  const found = {
    type: "tool_result",
    tool_use_id: "t1",
    content: [{ type: "tool_reference", tool_name: "WebFetch" }],
  };
  const body = {
    model: "m",
    max_tokens: 99,
    tools,
    messages: [
      { role: "user", content: "go" },
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "t1", name: "ToolSearch", input: { q: "web" } }],
      },
      { role: "user", content: [found] },
      {
        role: "assistant",
        content: [
          { type: "server_tool_use", id: "s1", name: "tool_search_tool_regex", input: { pattern: "x" } },
          {
            type: "tool_search_tool_result",
            tool_use_id: "s1",
            content: { type: "tool_search_tool_search_result" },
          },
          { type: "text", text: "Found." },
        ],
      },
      { role: "user", content: "go on" },
    ],
  };

  it.each(["openai", "codex", "gemini", "kimi", "copilot"])(
    "are all loaded for %s, and nothing is refused",
    (to) => {
      expect(dispositions("claude", to, body)).toEqual({
        "$.tools[0]": "disclosed",
        "$.tools[1].defer_loading": "disclosed",
        "$.messages[3].content[0]": "disclosed",
        "$.messages[3].content[1]": "disclosed",
      });
    },
  );
});
