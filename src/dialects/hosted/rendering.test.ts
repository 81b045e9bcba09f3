import { describe, expect, it } from "vitest";
import { renderCode, renderMcpCall, renderMcpResult, renderOutput, renderSearch } from "./rendering.ts";

type Unit = Omit<Parameters<typeof renderSearch>[0], "id">;
type Call = NonNullable<Unit["call"]>;

describe("a web search as text", () => {
  it.each<[Call, string]>([
    [{ action: "search", queries: [] }, "[Web search]"],
    [{ action: "search", queries: ["cats"] }, '[Web search for "cats"]'],
    [{ action: "search", queries: ['a "b"', "c"] }, '[Web search for "a \\"b\\"", "c"]'],
    [{ action: "open", queries: [], url: "https://a.test/" }, "[Opened https://a.test/]"],
    [{ action: "open", queries: [] }, "[Opened a page]"],
    [
      { action: "find", queries: [], url: "https://a.test/", pattern: "x" },
      '[Searched https://a.test/ for "x"]',
    ],
    [{ action: "find", queries: [] }, '[Searched a page for ""]'],
  ])("says of the call %j: %s", (call, text) => {
    expect(renderSearch({ id: "s", call })).toBe(text);
  });

  it.each<[Unit, string]>([
    [{}, ""],
    [{ error: "max_uses_exceeded" }, "[The search failed: max_uses_exceeded]"],
    [{ results: [] }, "[The search found nothing]"],
    [{ error: "e", results: [] }, "[The search failed: e]\n[The search found nothing]"],
    [{ call: { action: "search", queries: [] }, error: "e" }, "[Web search]\n[The search failed: e]"],
    [{ call: { action: "search", queries: [] }, results: [] }, "[Web search]"],
    [
      { results: [{ url: "https://a.test/" }] },
      "1. https://a.test/\n[The text of these pages is not part of the record]",
    ],
    [
      {
        call: { action: "search", queries: ["q"] },
        results: [
          { url: "https://a.test/", title: "A", age: "2 days", snippet: "text of a" },
          { url: "https://b.test/", title: "", snippet: "" },
          { url: "https://c.test/", title: "C" },
        ],
      },
      '[Web search for "q"]\n1. A (https://a.test/), 2 days\ntext of a\n2. https://b.test/\n3. C (https://c.test/)',
    ],
  ])("says of the unit %j: %s", (unit, text) => {
    expect(renderSearch({ id: "s", ...unit })).toBe(text);
  });
});

it.each([
  ["print(1)", undefined, "```\nprint(1)\n```"],
  ["{}", "json", "```json\n{}\n```"],
  ["a `b` c", undefined, "```\na `b` c\n```"],
  ["```\nx\n```", undefined, "````\n```\nx\n```\n````"],
  ["` ````` ``", "md", "``````md\n` ````` ``\n``````"],
])("code %j of the language %j stands in a fence that is longer than its own", (code, language, text) => {
  expect(renderCode(code, language)).toBe(`[Code that was run]\n${text}`);
});

it.each([
  [{}, ""],
  [{ stdout: "", stderr: "" }, ""],
  [{ stdout: 1, stderr: 2, exitCode: "3", error: 4 }, ""],
  [{ stdout: "a\nb\n\n" }, "\na\nb\n"],
  [{ stderr: "bad\n" }, "\n[Errors]\nbad"],
  [{ exitCode: 0 }, "\n[Exit code 0]"],
  [{ error: "too_long" }, "\n[It failed: too_long]"],
  [
    { stdout: "out", stderr: "err\nor", exitCode: 2, error: "e" },
    "\nout\n[Errors]\nerr\nor\n[Exit code 2]\n[It failed: e]",
  ],
])("of the output %j of code, the text is %j", (output, text) => {
  expect(renderOutput(output)).toBe(`[Output of the code]${text}`);
});

it.each([
  ["docs", "find", { a: 1 }, '[Call of find at the MCP server docs: {"a":1}]'],
  ["docs", "find", '{"a":1}', '[Call of find at the MCP server docs: {"a":1}]'],
  ["docs", "find", undefined, "[Call of find at the MCP server docs: {}]"],
  ["docs", "find", null, "[Call of find at the MCP server docs: {}]"],
])("a call at the server %j of the tool %j with %j is %j", (server, tool, input, text) => {
  expect(renderMcpCall(server, tool, input)).toBe(text);
});

it("the answer of an MCP server says whether it failed", () => {
  expect(renderMcpResult("x", false)).toBe("[The MCP server answered]\nx");
  expect(renderMcpResult("x", true)).toBe("[The MCP server failed]\nx");
});
