import { describe, expect, it } from "vitest";
import { announcementOf, changedFiles, commandOf, exitCodeOf, resultOf, toolsOf } from "./tools.ts";

const change = (path: string, kind: object, diff = "") => ({ path, kind: { ...kind }, diff });
const fileItem = (...changes: ReturnType<typeof change>[]) =>
  ({ type: "fileChange", id: "f", changes, status: "completed" }) as never;

describe("the tools of an item", () => {
  it.each([
    [
      { type: "commandExecution", id: "c", command: "/bin/bash -lc 'ls -l'", cwd: "/w" },
      { id: "c", name: "Bash", input: { command: "ls -l", cwd: "/w" }, nativeName: "commandExecution" },
      "approval",
    ],
    [
      { type: "mcpToolCall", id: "m", server: "files", tool: "read", arguments: { path: "a" } },
      { id: "m", name: "mcp__files__read", input: { path: "a" }, nativeName: "mcp__files__read" },
      "approval",
    ],
    [
      { type: "mcpToolCall", id: "m", server: "files", tool: "list" },
      { id: "m", name: "mcp__files__list", input: null, nativeName: "mcp__files__list" },
      "approval",
    ],
    [
      { type: "dynamicToolCall", id: "d", tool: "lookup", arguments: [1] },
      { id: "d", name: "lookup", input: [1], nativeName: "dynamicToolCall" },
      "start",
    ],
    [
      { type: "dynamicToolCall", id: "d", tool: "lookup" },
      { id: "d", name: "lookup", input: null, nativeName: "dynamicToolCall" },
      "start",
    ],
    [
      { type: "imageView", id: "i", path: "/w/a.png" },
      { id: "i", name: "Read", input: { file_path: "/w/a.png" }, nativeName: "imageView" },
      "start",
    ],
    [
      { type: "collabAgentToolCall", id: "a", tool: "spawnAgent", prompt: "Go" },
      { id: "a", name: "spawnAgent", input: { prompt: "Go" }, nativeName: "collabAgentToolCall" },
      "start",
    ],
    [
      { type: "collabAgentToolCall", id: "a", tool: "wait" },
      { id: "a", name: "wait", input: { prompt: null }, nativeName: "collabAgentToolCall" },
      "start",
    ],
    [
      { type: "subAgentActivity", id: "s", kind: "started", agentPath: "/root/t" },
      { id: "s", name: "spawnAgent", input: { agent: "/root/t" }, nativeName: "subAgentActivity" },
      "start",
    ],
    [
      { type: "webSearch", id: "w", query: "cats", action: { type: "search", query: "dogs" } },
      { id: "w", name: "WebSearch", input: { query: "cats" }, nativeName: "webSearch" },
      "end",
    ],
    [
      { type: "webSearch", id: "w", query: "", action: { type: "search", query: "dogs" } },
      { id: "w", name: "WebSearch", input: { query: "dogs" }, nativeName: "webSearch" },
      "end",
    ],
    [
      { type: "webSearch", id: "w", query: "", action: { type: "openPage", url: "https://example.org" } },
      { id: "w", name: "WebFetch", input: { url: "https://example.org" }, nativeName: "webSearch" },
      "end",
    ],
  ])("are in the words of the contract: %j", (item, tool, announcement) => {
    expect(toolsOf(item as never)).toEqual([tool]);
    expect(announcementOf(item as never)).toBe(announcement);
  });

  it("are one for each file of a change", () => {
    const item = fileItem(
      change("/w/new", { type: "add" }, "text\n"),
      change("/w/old", { type: "delete" }, "text\n"),
      change("/w/edit", { type: "update", move_path: null }, "@@"),
      change("/w/from", { type: "update", move_path: "/w/to" }, "@@"),
    );
    expect(toolsOf(item).map(({ id, name, input }) => [id, name, input])).toEqual([
      ["f/1", "Write", { file_path: "/w/new", content: "text\n" }],
      ["f/2", "Edit", { file_path: "/w/old", deleted: true }],
      ["f/3", "Edit", { file_path: "/w/edit", diff: "@@" }],
      ["f/4", "Edit", { file_path: "/w/from", diff: "@@", moved_to: "/w/to" }],
    ]);
    expect(announcementOf(item)).toBe("approval");
    expect(toolsOf(fileItem(change("/w/new", { type: "add" }))).map(({ id }) => id)).toEqual(["f"]);
  });

  it.each(["agentMessage", "reasoning", "userMessage", "constructor", ""])("are none for %j", (type) => {
    expect(toolsOf({ type, id: "x" })).toEqual([]);
    expect(announcementOf({ type, id: "x" })).toBeUndefined();
    expect(resultOf({ type, id: "x" })).toEqual({ output: null, isError: false });
  });

  it("are none for a sub-agent that does not start", () => {
    expect(toolsOf({ type: "subAgentActivity", id: "s", kind: "completed" })).toEqual([]);
  });
});

describe("the result of an item", () => {
  it.each([
    [{ type: "commandExecution", status: "completed", aggregatedOutput: "out" }, "out", false],
    [{ type: "commandExecution", status: "failed", aggregatedOutput: null }, "", true],
    [{ type: "commandExecution", status: "declined" }, "", true],
    [{ type: "fileChange", status: "completed" }, "completed", false],
    [{ type: "fileChange", status: "failed" }, "failed", true],
    [
      { type: "mcpToolCall", status: "completed", result: { content: [1], structuredContent: null } },
      [1],
      false,
    ],
    [
      { type: "mcpToolCall", status: "completed", result: { content: [1], structuredContent: { a: 1 } } },
      { a: 1 },
      false,
    ],
    [{ type: "mcpToolCall", status: "failed", result: null, error: { message: "no" } }, "no", true],
    [{ type: "dynamicToolCall", status: "completed", contentItems: [{}], success: true }, [{}], false],
    [{ type: "dynamicToolCall", status: "completed", contentItems: null, success: false }, [], true],
    [{ type: "imageView" }, "the image was read", false],
    [{ type: "collabAgentToolCall", status: "interrupted", agentsStates: { t: {} } }, { t: {} }, true],
    [{ type: "subAgentActivity", agentThreadId: "t" }, { agent_thread: "t" }, false],
    [{ type: "webSearch", results: [1] }, [1], false],
  ])("of %j", (item, output, isError) => {
    expect(resultOf(item as never)).toEqual({ output, isError });
  });

  it("has the exit code and the command without its shell", () => {
    expect(exitCodeOf({ exitCode: 3 })).toBe(3);
    expect(exitCodeOf({ exitCode: null })).toBeNull();
    expect(commandOf({ command: "/bin/sh -c 'a b'" })).toBe("a b");
  });
});

describe("the files that an item changed", () => {
  it("are named with the kind of the change, a move by both names", () => {
    const item = fileItem(
      change("/w/new", { type: "add" }),
      change("/w/old", { type: "delete" }),
      change("/w/edit", { type: "update", move_path: null }),
      change("/w/from", { type: "update", move_path: "/w/to" }),
      change("/w/odd", { type: "other" }),
    );
    expect(changedFiles(item)).toEqual([
      { path: "/w/new", summary: "added" },
      { path: "/w/old", summary: "deleted" },
      { path: "/w/edit", summary: "updated" },
      { path: "/w/from", summary: "moved to /w/to" },
      { path: "/w/to", summary: "moved from /w/from" },
      { path: "/w/odd", summary: "changed" },
    ]);
  });
});
