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
});
