import { describe, expect, test } from "vitest";
import type { Members } from "../members/members.ts";
import { findDialect } from "../registry/lookup.ts";
import { listOfferedTools } from "./offered-tools.ts";

const messages = [{ role: "user", content: "hi" }];
const bodies: Readonly<Record<string, Members>> = {
  claude: { model: "m", max_tokens: 1, messages },
  openai: { model: "m", messages },
  kimi: { model: "m", messages },
  copilot: { model: "m", messages },
  codex: { model: "m", input: "hi" },
  gemini: { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
};

const offersOf = (dialect: string, more: Members) =>
  listOfferedTools(findDialect(dialect), { ...bodies[dialect], ...more }, { model: "m" });
const namesOf = (dialect: string, more: Members) =>
  offersOf(dialect, more).tools.map(({ name, server }) => (server === undefined ? "" : `${server}: `) + name);

describe("listOfferedTools", () => {
  test.each(Object.keys(bodies))("finds nothing in a plain request of %s", (dialect) => {
    expect(offersOf(dialect, {})).toEqual({ tools: [], hidden: undefined });
  });

  test.each([
    ["claude", [{ name: "Bash", input_schema: { type: "object" } }], "$.tools[0]"],
    ["openai", [{ type: "function", function: { name: "Bash" } }], "$.tools[0]"],
    ["kimi", [{ type: "function", function: { name: "Bash" } }], "$.tools[0]"],
    ["copilot", [{ type: "function", function: { name: "Bash" } }], "$.tools[0]"],
    ["codex", [{ type: "function", name: "Bash", parameters: null }], "$.tools[0]"],
    ["gemini", [{ functionDeclarations: [{ name: "Bash" }] }], "$.tools[0].functionDeclarations[0]"],
    ["gemini", [{ function_declarations: [{ name: "Bash" }] }], "$.tools[0].functionDeclarations[0]"],
    ["gemini", { functionDeclarations: [{ name: "Bash" }] }, "$.tools.functionDeclarations[0]"],
  ])("finds a function of %s and its place", (dialect, tools, where) => {
    expect(offersOf(dialect, { tools }).tools).toEqual([{ name: "Bash", where, runsElsewhere: false }]);
  });

  test("finds freeform tools, namespaces, and the older functions", () => {
    expect(namesOf("openai", { tools: [{ type: "custom", custom: { name: "patch" } }] })).toEqual(["patch"]);
    expect(namesOf("codex", { tools: [{ type: "custom", name: "patch" }] })).toEqual(["patch"]);
    expect(namesOf("openai", { functions: [{ name: "Bash" }] })).toEqual(["Bash"]);
    const inner = [{ type: "function", name: "create", parameters: null }];
    expect(
      offersOf("codex", { tools: [{ type: "namespace", name: "mcp__hub__", tools: inner }] }).tools,
    ).toEqual([
      { name: "mcp__hub__create", aliases: ["create"], where: "$.tools[0].tools[0]", runsElsewhere: false },
    ]);
    expect(namesOf("codex", { tools: [{ type: "namespace", name: "hub", tools: inner }] })).toEqual([
      "hub__create",
    ]);
  });

  test("finds tools that items of the input bring", () => {
    const item = { type: "additional_tools", tools: [{ type: "function", name: "Bash", parameters: null }] };
    expect(namesOf("codex", { input: [item] })).toEqual(["Bash"]);
  });

  test.each([
    ["claude", { type: "web_search_20250305", name: "web_search" }, "web_search", ["web_search_20250305"]],
    ["claude", { type: "bash_20250124", name: "harmless" }, "bash", ["harmless", "bash_20250124"]],
    ["codex", { type: "web_search" }, "web_search", []],
    ["codex", { type: "code_interpreter", container: { type: "auto" } }, "code_interpreter", []],
    [
      "kimi",
      { type: "builtin_function", function: { name: "$web_search" } },
      "$web_search",
      ["builtin_function"],
    ],
    ["gemini", { googleSearch: {} }, "googleSearch", ["google_search"]],
    ["gemini", { google_search: {} }, "googleSearch", ["google_search"]],
  ])("names the vendor-run tool of %s: %j", (dialect, tool, name, aliases) => {
    expect(offersOf(dialect, { tools: [tool] }).tools).toEqual([
      expect.objectContaining({ name, aliases: expect.arrayContaining(aliases), runsElsewhere: true }),
    ]);
  });

  test("names a typed tool that the caller runs by its type as well", () => {
    const editor = { type: "text_editor_20250728", name: "str_replace_based_edit_tool" };
    expect(offersOf("claude", { tools: [editor] }).tools).toEqual([
      expect.objectContaining({
        name: "str_replace_based_edit_tool",
        spellings: ["text_editor", "text_editor_20250728"],
        aliases: expect.arrayContaining(["text_editor_20250728", "text_editor"]),
        runsElsewhere: false,
      }),
    ]);
    expect(offersOf("codex", { tools: [{ type: "shell" }] }).tools).toEqual([
      expect.objectContaining({ name: "shell", runsElsewhere: false }),
    ]);
  });

  test.each([
    ["kimi", { type: "custom", custom: { name: "Bash" } }, ["custom", "Bash"]],
    ["codex", { type: "function", function: { name: "Bash" } }, ["function", "Bash"]],
    ["claude", { type: "function", function: { name: "Bash" } }, ["function", "Bash"]],
    [
      "codex",
      { type: "namespace", name: "a", tools: [{ type: "namespace", name: "b", tools: [{ name: "Bash" }] }] },
      ["namespace", "Bash"],
    ],
  ])("names a tool of %s in a foreign form by every name inside it: %j", (dialect, tool, names) => {
    expect(namesOf(dialect, { tools: [tool] })).toEqual(names);
  });

  test("counts the member that switches on OpenAI's web search", () => {
    expect(namesOf("openai", { web_search_options: {} })).toEqual(["web_search"]);
  });

  test("finds functions in both spellings of their list", () => {
    const tool = { functionDeclarations: [{ name: "Read" }], function_declarations: [{ name: "Bash" }, 1] };
    expect(namesOf("gemini", { tools: [tool] })).toEqual(["Read", "Bash", ""]);
  });

  test("a server of OpenAI is offered whole, or by the tools that are listed", () => {
    const server = { type: "mcp", server_label: "hub", server_url: "https://mcp.example.com/sse" };
    expect(offersOf("codex", { tools: [server] }).tools).toEqual([
      {
        name: "*",
        server: "hub",
        hosts: ["mcp.example.com"],
        aliases: ["mcp__mcp.example.com__*", "mcp"],
        isWholeServer: true,
        where: "$.tools[0]",
        runsElsewhere: true,
      },
    ]);
    expect(namesOf("codex", { tools: [{ ...server, allowed_tools: ["a", "b"] }] })).toEqual([
      "hub: a",
      "hub: b",
    ]);
    expect(namesOf("codex", { tools: [{ ...server, allowed_tools: { tool_names: ["a"] } }] })).toEqual([
      "hub: a",
    ]);
    expect(namesOf("codex", { tools: [{ ...server, allowed_tools: { read_only: true } }] })).toEqual([
      "hub: *",
    ]);
    expect(namesOf("codex", { tools: [{ type: "mcp", connector_id: "c" }] })).toEqual([": *"]);
  });

  test("a server of Anthropic is offered whole, by its list, or by its toolset", () => {
    const server = { type: "url", name: "hub", url: "https://mcp.example.com" };
    expect(namesOf("claude", { mcp_servers: [server] })).toEqual(["hub: *"]);
    expect(offersOf("claude", { mcp_servers: [server] }).tools[0]).toMatchObject({
      where: "$.mcp_servers[0]",
      aliases: ["mcp__mcp.example.com__*", "url"],
    });
    const listed = { ...server, tool_configuration: { allowed_tools: ["a"] } };
    expect(namesOf("claude", { mcp_servers: [listed] })).toEqual(["hub: a"]);
    expect(
      namesOf("claude", { mcp_servers: [{ ...server, tool_configuration: { enabled: false } }] }),
    ).toEqual([]);
    const toolset = { type: "mcp_toolset", mcp_server_name: "hub" };
    expect(namesOf("claude", { mcp_servers: [server], tools: [toolset] })).toEqual(["hub: *"]);
    const some = {
      ...toolset,
      default_config: { enabled: false },
      configs: { a: { enabled: true }, b: { enabled: false } },
    };
    expect(namesOf("claude", { mcp_servers: [server], tools: [some] })).toEqual(["hub: a"]);
  });

  test("finds the servers of Google's tools", () => {
    const servers = [{ name: "hub", streamableHttpTransport: { url: "https://mcp.example.com" } }];
    expect(offersOf("gemini", { tools: [{ mcpServers: servers }] }).tools[0]).toMatchObject({
      server: "hub",
      aliases: ["mcp__mcp.example.com__*"],
    });
  });

  test.each([
    ["claude", { tool_choice: { type: "tool", name: "Bash" } }, "$.tool_choice"],
    ["openai", { tool_choice: { type: "function", function: { name: "Bash" } } }, "$.tool_choice"],
    ["openai", { function_call: { name: "Bash" } }, "$.function_call"],
    ["codex", { tool_choice: { type: "function", name: "Bash" } }, "$.tool_choice"],
    [
      "codex",
      { tool_choice: { type: "allowed_tools", mode: "auto", tools: [{ type: "function", name: "Bash" }] } },
      "$.tool_choice",
    ],
    [
      "gemini",
      { toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["Bash"] } } },
      "$.toolConfig.functionCallingConfig",
    ],
  ])("finds the tool that a choice of %s names", (dialect, more, where) => {
    expect(offersOf(dialect, more).tools).toEqual([{ name: "Bash", where, runsElsewhere: false }]);
  });

  test("names a tool once that is offered and chosen", () => {
    const tools = [{ name: "Bash", input_schema: { type: "object" } }];
    expect(namesOf("claude", { tools, tool_choice: { type: "tool", name: "Bash" } })).toEqual(["Bash"]);
  });

  test("calls in the history are no offers", () => {
    const call = { role: "assistant", content: [{ type: "tool_use", id: "t", name: "Bash", input: {} }] };
    const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "ok" }] };
    expect(namesOf("claude", { messages: [...messages, call, result] })).toEqual([]);
  });

  test.each([
    ["gemini", "cachedContent"],
    ["gemini", "cached_content"],
    ["codex", "prompt"],
    ["openai", "plugins"],
    ["openai", "Tools"],
    ["claude", "MCP_Servers"],
    ["claude", "toolChoice"],
  ])("says that a request of %s may have tools that %s hides", (dialect, member) => {
    expect(offersOf(dialect, { [member]: { id: "x" } }).hidden).toBe(member);
    expect(offersOf(dialect, { [member]: null }).hidden).toBeUndefined();
  });

  test("a request that cannot be read has no list", () => {
    expect(() => offersOf("claude", { tools: "Bash" })).toThrow(/\$\.tools/);
  });
});
