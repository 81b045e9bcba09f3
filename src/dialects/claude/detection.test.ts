import { describe, expect, it } from "vitest";
import { claude } from "./index.ts";

const messages = [{ role: "user", content: "hi" }];

describe("detection", () => {
  it("goes by the path, then by the header", () => {
    expect(claude.detect({}, { path: "/v1/messages?beta=true" })).toBe(1);
    expect(claude.detect({}, { path: "/v1/messages/count_tokens" })).toBe(1);
    expect(claude.detect({ messages }, { headers: { "anthropic-version": "2023-06-01" } })).toBe(0.95);
    expect(claude.detect({ messages }, { path: "/v1/chat/completions" })).toBeLessThan(0.5);
  });

  it.each([
    [{ messages, max_tokens: 1, system: "s" }],
    [{ messages, max_tokens: 1, tools: [{ name: "f", input_schema: {} }] }],
    [{ max_tokens: 1, messages: [{ role: "user", content: [{ type: "tool_result", tool_use_id: "a" }] }] }],
  ])("knows a body by its own members: %#", (body) => {
    expect(claude.detect(body, {})).toBeGreaterThan(0.5);
  });

  it.each([
    [{ contents: [] }],
    [{ input: "x" }],
    [{ messages, max_tokens: 5, stop: ["x"], tools: [{ type: "function", function: {} }] }],
  ])("leaves the bodies of others alone: %#", (body) => {
    expect(claude.detect(body, {})).toBeLessThan(0.5);
  });

  it.each(["tool_use", "tool_result", "thinking", "redacted_thinking", "document", "server_tool_use"])(
    "is likelier with a block %s",
    (type) => {
      const messages = [3, { content: "x" }, { content: [3, { type }] }];
      expect(claude.detect({ messages }, {})).toBeCloseTo(0.5);
      expect(claude.detect({ messages: [{ content: [{ type: "text" }] }] }, {})).toBeCloseTo(0.1);
    },
  );

  it.each(["thinking", "anthropic_version", "stop_sequences", "mcp_servers", "context_management", "top_k"])(
    "is likelier with the member %s",
    (member) => expect(claude.detect({ messages: [], [member]: 1 }, {})).toBeCloseTo(0.4),
  );

  it("is likelier with an output limit, a system prompt, a source, a cache breakpoint or a tool with a schema", () => {
    expect(claude.detect({ messages: [], max_tokens: 1 }, {})).toBeCloseTo(0.2);
    expect(claude.detect({ messages: [], system: "s" }, {})).toBeCloseTo(0.5);
    for (const block of [{ source: {} }, { cache_control: {} }])
      expect(claude.detect({ messages: [{ content: [block] }] }, {})).toBeCloseTo(0.5);
    expect(claude.detect({ messages: [], tools: [3, { input_schema: {} }] }, {})).toBeCloseTo(0.5);
    expect(claude.detect({ messages: [], tools: [{}] }, {})).toBeCloseTo(0.1);
    const all = { messages: [{ content: [{ type: "tool_use" }] }], max_tokens: 1, system: "s", top_k: 1 };
    expect(claude.detect(all, {})).toBe(0.9);
  });
});
