import { describe, expect, it } from "vitest";
import { isRun, renderUnit } from "./rendering.ts";

const mark = "[Code that was run]";
const output = "[Output of the code]";

describe("the text of a unit", () => {
  it.each([
    ["code", { name: "code_execution", input: { code: "print(1)" } }, `${mark}\n\`\`\`\nprint(1)\n\`\`\``],
    ["a command", { name: "bash_code_execution", input: { command: "ls" } }, `${mark}\n\`\`\`\nls\n\`\`\``],
    [
      "a command for a file",
      { name: "text_editor_code_execution", input: { command: "view", path: "a.txt", lines: 3 } },
      `${mark}\n\`\`\`json\n{"command":"view","path":"a.txt","lines":3}\n\`\`\``,
    ],
    ["no input", { name: "code_execution" }, `${mark}\n\`\`\`json\n{}\n\`\`\``],
    ["a question", { name: "advisor", input: { about: "x" } }, '[The advisor was asked: {"about":"x"}]'],
    ["an empty question", { name: "advisor", input: {} }, "[The advisor was asked]"],
    ["a question without input", { name: "advisor" }, "[The advisor was asked]"],
    ["a search", { name: "web_search", input: { query: "x" } }, undefined],
    ["a tool with a longer name", { name: "code_execution_2", input: {} }, undefined],
    ["a tool without a name", { input: {} }, undefined],
    ["a tool with a list as name", { name: ["code_execution"] }, undefined],
  ])("says of %s in a call of a tool what was run", (_, value, text) => {
    expect(renderUnit("server_tool_use", value)).toBe(text);
  });

  it.each([
    [{ text: "yes" }, "[The advisor answered]\nyes"],
    [{ text: "yes", error_code: "busy" }, "[The advisor failed: busy]"],
    [{ sealed: "x" }, "[The answer of the advisor is sealed and not part of the record]"],
    [undefined, "[The answer of the advisor is sealed and not part of the record]"],
    ["yes", "[The answer of the advisor is sealed and not part of the record]"],
  ])("says of %j what the advisor answered", (content, text) => {
    expect(renderUnit("advisor_tool_result", { content })).toBe(text);
  });

  it.each(["code_execution_tool_result", "bash_code_execution_tool_result"])(
    "says of a %s what the code wrote",
    (kind) => {
      const content = { stdout: "a\n", stderr: "b", return_code: 1, error_code: "c" };
      expect(renderUnit(kind, { content })).toBe(`${output}\na\n[Errors]\nb\n[Exit code 1]\n[It failed: c]`);
      expect(renderUnit(kind, { content: "a" })).toBe(output);
      expect(renderUnit(kind, {})).toBe(output);
    },
  );

  it("says of a result of the editor what failed", () => {
    const content = { error_code: "file_not_found" };
    expect(renderUnit("text_editor_code_execution_tool_result", { content })).toBe(
      `${output}\n[It failed: file_not_found]`,
    );
  });

  it("names the server and the tool of a call", () => {
    expect(renderUnit("mcp_tool_use", { name: "find", server_name: "docs", input: { a: 1 } })).toBe(
      '[Call of find at the MCP server docs: {"a":1}]',
    );
  });

  it.each([
    [{ content: "x" }, "answered]\nx"],
    [{ content: "x", is_error: true }, "failed]\nx"],
    [{ content: "x", is_error: "true" }, "answered]\nx"],
    [
      { content: [{ text: "a" }, "b", null, { text: 1 }, { type: "image" }, { text: "c" }] },
      "answered]\na\nc",
    ],
    [{ content: 1 }, "answered]\n"],
    [{}, "answered]\n"],
  ])("says of the result %j whether the server failed", (value, text) => {
    expect(renderUnit("mcp_tool_result", value)).toBe(`[The MCP server ${text}`);
  });

  it("is none for other units", () => {
    expect(renderUnit("web_search_tool_result", { content: [] })).toBeUndefined();
  });
});

it.each([
  ["server_tool_use", { name: "code_execution" }, true],
  ["server_tool_use", { name: "bash_code_execution", caller: { type: "direct" } }, true],
  ["server_tool_use", { name: "code_execution", caller: { type: "code_execution" } }, false],
  ["server_tool_use", { name: "code_execution", caller: "code" }, true],
  ["server_tool_use", { name: "code_execution_2" }, false],
  ["server_tool_use", { name: "web_search" }, false],
  ["server_tool_use", {}, false],
  ["server_tool_use", { name: ["code_execution"] }, false],
  ["code_execution_tool_result", {}, true],
  ["text_editor_code_execution_tool_result", { name: 1 }, true],
  ["code_execution_tool_result", { caller: { type: "code_execution" } }, false],
  ["code_execution_tool_results", {}, false],
  ["my-code_execution_tool_result", {}, false],
  ["web_search_tool_result", { name: "code_execution" }, false],
])("whether a %s with %j is code that the vendor ran: %j", (kind, value, is) => {
  expect(isRun(kind, value)).toBe(is);
});
