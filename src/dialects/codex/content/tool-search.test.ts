import { describe, expect, it } from "vitest";
import type { Block, Tool, ToolResultBlock, ToolUseBlock } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import { Origins } from "../../origins.ts";
import {
  isToolSearch,
  readSearchCall,
  readSearchResult,
  readSearchTool,
  writeSearchCall,
  writeSearchResult,
  writeSearchTool,
} from "./tool-search.ts";

const mark = { "codex:call=tool_search": {} };
const base = { name: "tool_search", kind: "function" } as const;

describe("the tool of a search that the caller runs", () => {
  const wire = { type: "tool_search", execution: "client" };
  it.each([
    [{}, { parameters: undefined, vendor: mark }],
    [
      { description: "d", parameters: { type: "object" }, more: 1 },
      { description: "d", parameters: { type: "object" }, vendor: { codex: { more: 1 }, ...mark } },
    ],
  ])("is read and written with %j", (more, read) => {
    const tool = readSearchTool(new Cursor({ ...wire, ...more }, "$"), []);
    expect(tool).toStrictEqual({ ...base, ...read });
    expect(isToolSearch(tool!)).toBe(true);
    expect(writeSearchTool(tool as Extract<Tool, { kind: "function" }>)).toStrictEqual({ ...wire, ...more });
  });

  it("has marks of its own, and is none of the vendor's", () => {
    expect(readSearchTool(new Cursor(wire, "$"), ["a"])?.vendor).toEqual({ "codex:a": {}, ...mark });
    expect(readSearchTool(new Cursor({ ...wire, execution: "server" }, "$"), [])).toBeUndefined();
    expect(readSearchTool(new Cursor({ ...wire, type: "function" }, "$"), [])).toBeUndefined();
    expect(isToolSearch({ vendor: { "codex:call=shell": {} } })).toBe(false);
    expect(isToolSearch({})).toBe(false);
  });
});

describe("a call of the search", () => {
  const wire = { type: "tool_search_call", execution: "client", call_id: "c", arguments: { a: 1 } };
  it("is read", () => {
    expect(readSearchCall(new Cursor({ ...wire, id: "i" }, "$"))).toStrictEqual({
      type: "tool_use",
      id: "c",
      ...base,
      input: { a: 1 },
      vendor: { codex: { execution: "client", id: "i" }, ...mark },
    });
  });

  it.each([{ execution: "server" }, { call_id: undefined }, { call_id: 1 }, { arguments: "x" }])(
    "is none with %j",
    (more) => {
      expect(readSearchCall(new Cursor({ ...wire, ...more }, "$"))).toBeUndefined();
    },
  );

  it.each([
    [{ input: { a: 1 } }, "i", { id: "i", arguments: { a: 1 } }],
    [{ input: undefined }, undefined, { arguments: {} }],
    [{ input: {}, inputText: '{"b":2}' }, undefined, { arguments: { b: 2 } }],
    [{ input: {}, inputText: '{"b"' }, undefined, { arguments: '{"b"' }],
  ])("is written from %j", (more, id, members) => {
    const block: ToolUseBlock = { type: "tool_use", id: "x", ...base, ...more };
    expect(writeSearchCall(block, id, "c")).toStrictEqual({
      type: "tool_search_call",
      call_id: "c",
      execution: "client",
      ...members,
    });
  });
});

describe("a result of the search", () => {
  const wire = { type: "tool_search_output", execution: "client", call_id: "c", tools: [{ name: "f" }] };
  it("is read", () => {
    const origins = new Origins();
    const result = readSearchResult(new Cursor({ ...wire, id: "i" }, "$.input[0]"), origins);
    expect(result).toStrictEqual({
      type: "tool_result",
      id: "c",
      ...base,
      content: [{ type: "text", text: '[{"name":"f"}]' }],
      vendor: { codex: { execution: "client", id: "i" }, ...mark },
    });
    expect(origins.of(result!.content[0]!)).toBe("$.input[0].tools");
  });

  it.each([{ execution: "server" }, { call_id: 1 }, { tools: "x" }])("is none with %j", (more) => {
    expect(readSearchResult(new Cursor({ ...wire, ...more }, "$"), new Origins())).toBeUndefined();
  });

  it.each<[Block[], unknown]>([
    [[], []],
    [
      [
        { type: "text", text: '[{"name":"f"}]' },
        { type: "text", text: "x" },
      ],
      [{ name: "f" }],
    ],
    [[{ type: "text", text: "[{" }], "[{"],
    [[{ type: "refusal", text: "[]" } as Block], []],
  ])("is written from %j", (content, tools) => {
    const block: ToolResultBlock = {
      type: "tool_result",
      id: "x",
      ...base,
      content,
      vendor: { codex: { id: "i" } },
    };
    expect(writeSearchResult(block, "c")).toStrictEqual({
      type: "tool_search_output",
      call_id: "c",
      execution: "client",
      tools,
      id: "i",
    });
  });
});
