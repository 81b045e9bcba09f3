import { describe, expect, it } from "vitest";
import type { Conversation } from "../../contract/index.ts";
import { IdMap } from "../id-map.ts";
import { findDialect } from "../registry/lookup.ts";

/** A request with every member that a counter may take, and others. */
function counted(id: string, own: readonly string[]): string[] {
  const conversation: Conversation = {
    model: "m",
    system: [{ type: "text", text: "s" }],
    tools: [{ kind: "function", name: "f", parameters: { type: "object" } }],
    toolChoice: { mode: "auto" },
    parallelToolCalls: true,
    messages: [{ role: "user", content: [{ type: "text", text: "x" }] }],
    maxOutputTokens: 5000,
    sampling: { temperature: 0.5, topP: 0.5 },
    stop: ["x"],
    output: { kind: "json_schema", schema: { type: "object" }, name: "n" },
    reasoning: { mode: "on", effort: "low" },
    verbosity: "low",
    stream: { enabled: true },
    user: "u",
    previous: "r",
    vendor: { [id]: Object.fromEntries([...own, "odd"].map((name) => [name, 1])) },
  };
  const { body } = findDialect(id).writeRequest(conversation, {
    ids: new IdMap(),
    note: () => undefined,
    operation: "count_tokens",
  });
  return Object.keys(body).sort();
}

describe("a request to count tokens", () => {
  it("has the members that the vendor's counter takes, and no others", () => {
    const beta = [
      "output_format",
      "cache_control",
      "compaction",
      "context_management",
      "mcp_servers",
      "speed",
    ];
    expect(counted("claude", beta)).toEqual(
      [...beta, "messages", "model", "output_config", "system", "thinking", "tool_choice", "tools"].sort(),
    );
    const own = ["conversation", "personality", "truncation"];
    expect(counted("codex", own)).toEqual(
      [
        ...own,
        "input",
        "instructions",
        "model",
        "parallel_tool_calls",
        "previous_response_id",
        "reasoning",
        "text",
        "tool_choice",
        "tools",
      ].sort(),
    );
    expect(counted("kimi", [])).toEqual(["messages", "model"]);
    expect(counted("gemini", [])).toEqual(["generateContentRequest"]);
  });
});
