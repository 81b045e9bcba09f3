import { describe, expect, it } from "vitest";
import { completedItem, startedItem, type ToolEnd } from "./tool-items.ts";

const tool = (name: string, input: unknown) => ({ id: "i", name, input });

describe("the item of a tool that begins", () => {
  it.each<[string, unknown, object | undefined]>([
    [
      "Bash",
      { command: "ls" },
      { id: "i", type: "command_execution", command: "ls", aggregated_output: "", status: "in_progress" },
    ],
    [
      "Bash",
      "ls",
      { id: "i", type: "command_execution", command: "", aggregated_output: "", status: "in_progress" },
    ],
    ["Write", { file_path: "a" }, undefined],
    ["Edit", { file_path: "a" }, undefined],
    ["WebSearch", { query: "q" }, { id: "i", type: "web_search", query: "q" }],
    ["WebSearch", {}, { id: "i", type: "web_search", query: "" }],
    ...(
      [
        ["Read", "backend", "Read"],
        ["mcp__files__read", "files", "read"],
        ["mcp__a__b__c", "a", "b__c"],
        ["mcp__a_b__c\nd", "a_b", "c\nd"],
        ["mcp__a__", "backend", "mcp__a__"],
        ["xmcp__a__b", "backend", "xmcp__a__b"],
      ] as const
    ).map(([name, server, member]): [string, unknown, object] => [
      name,
      { x: 1 },
      { id: "i", type: "mcp_tool_call", server, tool: member, arguments: { x: 1 }, status: "in_progress" },
    ]),
  ])("%s with %j is %j", (name, input, item) => {
    expect(startedItem(tool(name, input), "backend")).toEqual(item);
  });
});

describe("the item of a tool that has ended", () => {
  const complete = (name: string, input: unknown, end: Partial<ToolEnd>) =>
    completedItem(tool(name, input), { output: "out", isError: false, ...end }, "backend");

  it.each<[Partial<ToolEnd>, object]>([
    [{}, { aggregated_output: "out", exit_code: 0, status: "completed" }],
    [{ exitCode: null }, { aggregated_output: "out", exit_code: 0, status: "completed" }],
    [{ isError: true }, { aggregated_output: "out", exit_code: 1, status: "failed" }],
    [
      { isError: true, exitCode: 0 },
      { aggregated_output: "out", exit_code: 0, status: "failed" },
    ],
    [
      { exitCode: 7, output: { a: 1 } },
      { aggregated_output: '{"a":1}', exit_code: 7, status: "completed" },
    ],
  ])("a command with the end %j", (end, members) => {
    const item = { id: "i", type: "command_execution", command: "ls", ...members };
    expect(complete("Bash", { command: "ls" }, end)).toEqual(item);
  });

  it.each<[string, unknown, Partial<ToolEnd>, readonly object[]]>([
    ["Write", { file_path: "a" }, {}, [{ path: "a", kind: "add" }]],
    ["Edit", { file_path: "a" }, {}, [{ path: "a", kind: "update" }]],
    ["Edit", {}, {}, []],
    ["Edit", null, {}, []],
    ["Write", { file_path: "a" }, { changes: [] }, []],
    [
      "Edit",
      { file_path: "a" },
      {
        changes: [
          "created",
          "Added x",
          "written by y",
          "deleted",
          "Removed",
          "changed",
          "not created",
          "was deleted",
        ].map((summary, index) => ({ path: `p${index}`, summary })),
      },
      ["add", "add", "add", "delete", "delete", "update", "update", "update"].map((kind, index) => ({
        path: `p${index}`,
        kind,
      })),
    ],
  ])("the change of a file by %s with %j and %j", (name, input, end, changes) => {
    expect(complete(name, input, end)).toEqual({
      ...{ id: "i", type: "file_change", status: "completed" },
      changes,
    });
    expect(complete(name, input, { ...end, isError: true })).toEqual({
      ...{ id: "i", type: "file_change", status: "failed" },
      changes,
    });
  });

  it("a search has its query", () => {
    expect(complete("WebSearch", { query: "q" }, {})).toEqual({ id: "i", type: "web_search", query: "q" });
  });

  it("another tool has its result or its error as text", () => {
    const call = { id: "i", type: "mcp_tool_call", server: "s", tool: "t", arguments: [1] };
    expect(complete("mcp__s__t", [1], { output: [2] })).toEqual({
      ...call,
      status: "completed",
      result: { content: [{ type: "text", text: "[2]" }], structured_content: null },
    });
    expect(complete("mcp__s__t", [1], { isError: true })).toEqual({
      ...call,
      status: "failed",
      error: { message: "out" },
    });
  });
});
