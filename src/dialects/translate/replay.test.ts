import { describe, expect, it } from "vitest";
import { mintContent, mintedCallId } from "../claude/content/minted-search.ts";
import { findDialect } from "../registry/lookup.ts";
import { translateRequest } from "./request.ts";

const others = ["claude", "codex", "gemini", "openai", "kimi", "copilot"];

function translate(from: string, to: string, body: object, options: object = {}) {
  const { request, report } = translateRequest(findDialect(from), findDialect(to), body, {
    model: "m",
    ...options,
  });
  return {
    body: request.body,
    text: JSON.stringify(request.body),
    lost: report.entries.filter(({ disposition }) => disposition !== "mapped"),
  };
}

const claude = (...content: object[]) => ({
  model: "m",
  max_tokens: 9,
  messages: [
    { role: "user", content: "Is it warm?" },
    { role: "assistant", content },
    { role: "user", content: "And tomorrow?" },
  ],
});
const call = {
  type: "server_tool_use",
  id: "srvtoolu_1",
  name: "web_search",
  input: { query: "rain in Bern" },
};
const found = {
  type: "web_search_tool_result",
  tool_use_id: "srvtoolu_1",
  content: [
    {
      type: "web_search_result",
      url: "https://a.example/x",
      title: "Rain",
      page_age: "2 days ago",
      encrypted_content: "c2VhbGVk",
    },
  ],
};
const answer = { type: "text", text: "It rains." };

describe("the record of a tool that another vendor ran", () => {
  it.each(others.filter((to) => to !== "claude"))("is a text of the assistant for %s", (to) => {
    const { text, lost } = translate("claude", to, claude(call, found, answer));
    expect(text).toContain('[Web search for \\"rain in Bern\\"]\\n1. Rain (https://a.example/x), 2 days ago');
    expect(text.indexOf("https://a.example/x")).toBeLessThan(text.indexOf("It rains."));
    expect(text).not.toMatch(/c2VhbGVk|srvtoolu/);
    expect(lost.filter(({ feature }) => feature === "tool_use.server")).toHaveLength(2);
    expect(() => translate("claude", to, claude(call, found, answer), { strict: true })).toThrow(
      /cannot be honoured/,
    );
  });

  it("stands in the turn of the model that it was in, before the text that relies on it", () => {
    const { body } = translate("claude", "openai", claude(call, found, answer));
    const messages = body["messages"] as { role: string; content: unknown }[];
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(JSON.stringify(messages[1]!.content)).toMatch(/a\.example.*It rains/);
  });

  it("goes back to its own vendor as it came", () => {
    const { body } = translate("claude", "claude", claude(call, found, answer));
    expect(body["messages"]).toEqual(claude(call, found, answer).messages);
  });

  it("never goes to its vendor where we wrote it for another one", () => {
    const sealed = mintContent({ url: "https://a.example/x", title: "Rain", snippet: "It rains a lot." });
    const id = mintedCallId("00");
    const minted = {
      ...found,
      tool_use_id: id,
      content: [{ ...found.content[0], encrypted_content: sealed }],
    };
    const { text } = translate("claude", "claude", claude({ ...call, id }, minted, answer));
    expect(text).not.toContain(sealed);
    expect(text).not.toContain("server_tool_use");
    expect(text).toContain("It rains a lot.");
  });

  it("of a search that failed says so", () => {
    const failed = { ...found, content: { type: "web_search_tool_result_error", error_code: "unavailable" } };
    expect(translate("claude", "gemini", claude(call, failed, answer)).text).toContain(
      "[The search failed: unavailable]",
    );
  });

  it("of OpenAI holds the queries and pages of every action", () => {
    const items = [
      {
        type: "web_search_call",
        id: "ws_1",
        status: "completed",
        action: { type: "search", queries: ["rain"] },
      },
      {
        type: "web_search_call",
        id: "ws_2",
        status: "completed",
        action: { type: "open_page", url: "https://a.example" },
      },
    ];
    const message = { role: "assistant", content: [{ type: "output_text", text: "Yes." }] };
    const body = { model: "m", input: [{ role: "user", content: "?" }, ...items, message] };
    for (const to of others.filter((one) => one !== "codex")) {
      const { text } = translate("codex", to, body);
      expect(text).toContain('[Web search for \\"rain\\"]\\n[Opened https://a.example]');
    }
  });

  it("of Moonshot loses its echo", () => {
    const messages = [
      { role: "user", content: "?" },
      {
        role: "assistant",
        content: "",
        tool_calls: [
          {
            id: "c1",
            type: "builtin_function",
            function: { name: "$web_search", arguments: '{"query":"rain"}' },
          },
        ],
      },
      { role: "tool", tool_call_id: "c1", name: "$web_search", content: '{"query":"rain"}' },
      { role: "assistant", content: "Yes." },
      { role: "user", content: "And now?" },
    ];
    for (const to of others.filter((one) => one !== "kimi")) {
      const { text } = translate("kimi", to, { model: "m", messages });
      expect(text).toContain("[Web search for");
      expect(text).not.toMatch(/\$web_search|tool_result|functionResponse|_output"|"tool"/);
    }
  });

  it("shows code that was run and its output", () => {
    const run = { type: "server_tool_use", id: "srvtoolu_2", name: "code_execution", input: { code: "1+1" } };
    const output = {
      type: "code_execution_tool_result",
      tool_use_id: "srvtoolu_2",
      content: { type: "code_execution_result", stdout: "2\n", stderr: "", return_code: 0, content: [] },
    };
    expect(translate("claude", "openai", claude(run, output, answer)).text).toContain(
      "[Code that was run]\\n```\\n1+1\\n```\\n[Output of the code]\\n2\\n[Exit code 0]",
    );
    const item = {
      type: "code_interpreter_call",
      id: "ci_1",
      container_id: "cntr_1",
      status: "completed",
      code: "1+1",
      outputs: [{ type: "logs", logs: "2" }],
    };
    const codex = { model: "m", input: [{ role: "user", content: "?" }, item] };
    expect(translate("codex", "claude", codex).text).toContain(
      "```python\\n1+1\\n```\\n[Output of the code]\\n2",
    );
    const parts = [
      { executableCode: { language: "PYTHON", code: "1+1" } },
      { codeExecutionResult: { outcome: "OUTCOME_OK", output: "2" } },
    ];
    const contents = [
      { role: "user", parts: [{ text: "?" }] },
      { role: "model", parts },
      { role: "user", parts: [{ text: "!" }] },
    ];
    expect(translate("gemini", "claude", { contents }).text).toContain("```python\\n1+1\\n```");
  });

  it("shows calls of MCP servers and their answers", () => {
    const use = { type: "mcp_tool_use", id: "mcptoolu_1", name: "t", server_name: "s", input: { a: 1 } };
    const result = {
      type: "mcp_tool_result",
      tool_use_id: "mcptoolu_1",
      is_error: false,
      content: [{ type: "text", text: "fine" }],
    };
    expect(translate("claude", "codex", claude(use, result, answer)).text).toContain(
      '[Call of t at the MCP server s: {\\"a\\":1}]\\n[The MCP server answered]\\nfine',
    );
    const item = {
      type: "mcp_call",
      id: "mcp_1",
      server_label: "s",
      name: "t",
      arguments: "{}",
      error: "no",
    };
    const codex = { model: "m", input: [{ role: "user", content: "?" }, item] };
    expect(translate("codex", "claude", codex).text).toContain("[The MCP server failed]\\nno");
  });
});
