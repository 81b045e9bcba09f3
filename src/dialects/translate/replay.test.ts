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

  it("never goes to its vendor if we wrote it for another one", () => {
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

describe("what else the history of another vendor holds", () => {
  const foreign = (from: string) => others.filter((to) => to !== from);

  it.each(foreign("codex"))("says to %s that an image was generated", (to) => {
    const item = { type: "image_generation_call", id: "ig_1", status: "completed", result: "cGljdHVyZQ==" };
    const input = [
      { role: "user", content: "Draw a cat." },
      { ...item, revised_prompt: "A grey cat" },
      { role: "user", content: "Now a dog." },
    ];
    const { text, lost } = translate("codex", to, { model: "m", input });
    expect(text).toContain("[An image was generated here: A grey cat.");
    expect(text).not.toContain("cGljdHVyZQ==");
    expect(lost).toMatchObject([{ path: "$.input[1]", feature: "tool_use.server" }]);
    expect(() => translate("codex", to, { model: "m", input }, { strict: true })).toThrow(/cannot be/);
    expect(
      translate("codex", to, { model: "m", input: [input[0], { type: item.type, id: "ig_1" }] }).text,
    ).toContain("[An image was generated here. The image");
  });

  it.each(foreign("gemini"))("shows %s what a tool of Google found, in either spelling", (to) => {
    for (const name of ["toolType", "tool_type"]) {
      const result = [{ text: "Paris is the capital.", file_search_store: "s" }];
      const parts = [
        { thoughtSignature: "c2lnbg==", toolCall: { id: "1", args: {}, [name]: "FILE_SEARCH" } },
        {
          thoughtSignature: "c2lnbg==",
          toolResponse: { id: "1", response: { result }, [name]: "FILE_SEARCH" },
        },
        { toolCall: { id: "2", args: { queries: ["rain"] }, [name]: "GOOGLE_SEARCH_WEB" } },
        { toolResponse: { id: "3", response: { places: 1 }, [name]: "GOOGLE_MAPS" } },
        { text: "It is Paris." },
      ];
      const contents = [
        { role: "user", parts: [{ text: "?" }] },
        { role: "model", parts },
        { role: "user", parts: [{ text: "!" }] },
      ];
      const { text, lost } = translate("gemini", to, { contents });
      expect(text).toContain("[Call of FILE_SEARCH: {}]\\n[FILE_SEARCH answered]\\nParis is the capital.");
      expect(text).toContain('[Web search for \\"rain\\"]\\n[GOOGLE_MAPS answered]\\n{\\"places\\":1}');
      expect(text).not.toContain("c2lnbg");
      expect(lost.filter(({ feature }) => feature === "tool_use.server")).toHaveLength(4);
      expect(() => translate("gemini", to, { contents }, { strict: true })).toThrow(/cannot be honoured/);
    }
  });

  it.each(foreign("gemini"))("leaves out of a request to %s what a model of Google thought", (to) => {
    const drawn = { inlineData: { mimeType: "image/png", data: "iVBORw==" }, thought: true };
    const contents = [
      { role: "user", parts: [{ text: "?" }] },
      {
        role: "model",
        parts: [drawn, { thoughtSignature: "c2lnbg==" }, { thought: true }, { text: "Yes." }],
      },
      { role: "user", parts: [{ text: "!" }] },
    ];
    const { text, lost } = translate("gemini", to, { contents });
    expect(text).toContain("Yes.");
    expect(text).not.toContain("iVBORw");
    expect(lost.map(({ path }) => path)).toContain("$.contents[1].parts[0]");
  });

  it.each(foreign("claude"))("shows %s what the advisor of Claude said", (to) => {
    const asked = { type: "server_tool_use", id: "srvtoolu_1", name: "advisor", input: {} };
    const told = (content: object) => ({ type: "advisor_tool_result", tool_use_id: "srvtoolu_1", content });
    const said = translate(
      "claude",
      to,
      claude(asked, told({ type: "advisor_result", text: "It is 4." }), answer),
    );
    expect(said.text).toContain("[The advisor was asked]\\n[The advisor answered]\\nIt is 4.");
    expect(said.text).not.toContain("srvtoolu_1");
    const sealed = told({ type: "advisor_redacted_result", encrypted_content: "c2VhbGVk" });
    const kept = translate("claude", to, claude(asked, sealed, answer));
    expect(kept.text).toContain("[The answer of the advisor is sealed");
    expect(kept.text).not.toContain("c2VhbGVk");
    const failed = told({ type: "advisor_tool_result_error", error_code: "overloaded" });
    expect(translate("claude", to, claude(asked, failed, answer)).text).toContain(
      "[The advisor failed: overloaded]",
    );
    expect(() => translate("claude", to, claude(asked, failed, answer), { strict: true })).toThrow(
      /cannot be/,
    );
  });
});

describe("a tool that Claude's API offers or withdraws between turns", () => {
  const tool = (name: string) => ({ name, input_schema: { type: "object" } });
  const change = (type: string, name: string) => ({ type, tool: { type: "tool_reference", name } });
  const body = (...content: object[]) => ({
    model: "m",
    max_tokens: 9,
    tools: [tool("first"), tool("second")],
    tool_choice: { type: "auto" },
    messages: [
      { role: "user", content: "Go." },
      { role: "system", content },
      { role: "assistant", content: "Yes." },
      { role: "user", content: "On." },
    ],
  });

  it.each(others.filter((to) => to !== "claude"))("is offered to %s from the start", (to) => {
    const { text, lost } = translate("claude", to, body(change("tool_addition", "second")));
    expect(text).toContain('"name":"second"');
    expect(text).not.toContain("tool_addition");
    const entry = lost.find(({ feature }) => feature === "tool.midway");
    expect(entry).toMatchObject({ path: "$.messages[1].content[0]", disposition: "disclosed" });
    expect(() => translate("claude", to, body(change("tool_addition", "second")), { strict: true })).toThrow(
      /cannot be honoured/,
    );
  });

  it.each(others.filter((to) => to !== "claude"))("is not offered to %s once it was withdrawn", (to) => {
    const one = translate("claude", to, body(change("tool_removal", "second")));
    expect(one.text).toContain('"name":"first"');
    expect(one.text).not.toContain('"name":"second"');
    const none = translate(
      "claude",
      to,
      body(change("tool_removal", "first"), change("tool_removal", "second")),
    );
    expect(none.body["tools"]).toBeUndefined();
    expect(none.body["tool_choice"] ?? none.body["toolConfig"]).toBeUndefined();
    const again = body(change("tool_removal", "second"), change("tool_addition", "second"));
    expect(translate("claude", to, again).text).toContain('"name":"second"');
  });

  it("keeps the instructions that stand beside it", () => {
    const { text } = translate(
      "claude",
      "openai",
      body({ type: "text", text: "Be brief." }, change("tool_removal", "second")),
    );
    expect(text).toContain("Be brief.");
  });

  it("is not dropped from the list of what may be called if a choice forces it", () => {
    const forced = {
      ...body(change("tool_removal", "second")),
      tool_choice: { type: "tool", name: "second" },
    };
    expect(translate("claude", "openai", forced).text).toContain('"name":"second"');
  });

  it("goes back to its own vendor as it came", () => {
    const own = body(change("tool_removal", "second"));
    expect(translate("claude", "claude", own).body).toMatchObject({
      tools: own.tools,
      messages: own.messages,
    });
  });

  it("is refused if only its own vendor can know the tool", () => {
    const inline = { type: "tool_addition", tool: { type: "tool_definition", definition: tool("third") } };
    expect(() => translate("claude", "openai", body(inline))).toThrow(/another dialect/);
  });
});
