import { describe, expect, it } from "vitest";
import type { Message, ToolResultBlock, ToolUseBlock } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import { Origins } from "../../origins.ts";
import {
  completeTypedCall,
  readTypedCall,
  readTypedResult,
  typedCallOf,
  writeTypedCall,
  writeTypedResult,
} from "./typed-call.ts";

const spelled = (type: string, ...more: string[]) =>
  Object.fromEntries([`call=${type}`, ...more].map((mark) => [`codex:${mark}`, {}]));

describe("a call of a typed tool", () => {
  const call = (name: string, input: object, vendor: ToolUseBlock["vendor"]): ToolUseBlock =>
    ({ type: "tool_use", id: "c", name, kind: "function", input, vendor }) as ToolUseBlock;

  it.each<[object, ToolUseBlock]>([
    [
      { type: "shell_call", call_id: "c", id: "i", action: { type: "exec", commands: ["ls"] }, odd: 1 },
      call("shell", { type: "exec", commands: ["ls"] }, { codex: { id: "i", odd: 1 }, ...spelled("shell") }),
    ],
    [
      { type: "shell_call", id: "c", action: { commands: [] }, environment: { type: "local" } },
      call(
        "shell",
        { commands: [] },
        { codex: { id: "c", environment: { type: "local" } }, ...spelled("shell", "uncalled") },
      ),
    ],
    [
      { type: "local_shell_call", call_id: "c", action: { type: "exec", command: ["ls"] } },
      call("local_shell", { command: ["ls"] }, spelled("local_shell")),
    ],
    [
      { type: "apply_patch_call", call_id: "c", operation: { type: "delete_file", path: "a" } },
      call("apply_patch", { operation: { type: "delete_file", path: "a" } }, spelled("apply_patch")),
    ],
  ])("%j is read", (item, block) => {
    expect(readTypedCall(new Cursor(item, "$"))).toStrictEqual(block);
    expect(typedCallOf(block)).toBe(block.name);
  });

  it.each([
    [{ type: "web_search_call", call_id: "c", action: {} }],
    [{ type: "shell", call_id: "c", action: {} }],
    [{ type: "_call", call_id: "c", action: {} }],
    [{ type: "shell_call", action: {} }],
    [{ type: "shell_call", call_id: 1, action: {} }],
    [{ type: "shell_call", call_id: "c", operation: {} }],
    [{ type: "shell_call", call_id: "c", action: "ls" }],
    [{ type: "apply_patch_call", call_id: "c", action: {} }],
    [{ type: "shell_call", call_id: "c", action: {}, environment: { type: "container_reference" } }],
  ])("is not %j", (item) => expect(readTypedCall(new Cursor(item, "$"))).toBeUndefined());

  it("is not one of another tool", () => {
    expect(typedCallOf({})).toBeUndefined();
    expect(typedCallOf({ vendor: spelled("web_search") })).toBeUndefined();
  });

  const exec = (members: object) => ({ action: { type: "exec", command: [], env: {}, ...members } });
  it.each<[string, unknown, object]>([
    ["shell", { commands: ["ls"], timeout_ms: 5 }, { action: { commands: ["ls"], timeout_ms: 5 } }],
    ["shell", { commands: "ls" }, { action: { commands: ["ls"] } }],
    ["shell", {}, { action: {} }],
    ["shell", "ls", { action: {} }],
    ["apply_patch", { operation: { path: "a" } }, { operation: { path: "a" } }],
    ["apply_patch", { path: "a" }, { operation: { path: "a" } }],
    ["apply_patch", { operation: "x" }, { operation: { operation: "x" } }],
    ["local_shell", { command: ["ls"] }, exec({ command: ["ls"] })],
    [
      "local_shell",
      { command: "ls", env: { A: "1" } },
      exec({ command: ["bash", "-lc", "ls"], env: { A: "1" } }),
    ],
    ["local_shell", { user: "u" }, exec({ user: "u" })],
  ])("%s with %j is written", (type, input, members) => {
    const block = { ...call(type, {}, {}), input };
    const written = { type: `${type}_call`, call_id: "k", ...members };
    expect(writeTypedCall(type, block, undefined, "k")).toStrictEqual(written);
    expect(writeTypedCall(type, { ...block, vendor: spelled(type, "uncalled") }, "i", "k")).toStrictEqual({
      type: `${type}_call`,
      id: "i",
      ...members,
    });
  });

  it("is written from its text, or from nothing if the text is cut off", () => {
    const block = call("shell", { commands: ["no"] }, {});
    const written = (inputText: string) => writeTypedCall("shell", { ...block, inputText }, undefined, "k");
    const type = "shell_call";
    expect(written('{"commands":["ls"]}')).toStrictEqual({
      type,
      call_id: "k",
      action: { commands: ["ls"] },
    });
    expect(written('{"commands":["l')).toStrictEqual({ type, call_id: "k", action: {} });
  });

  it.each<[object, object]>([
    [
      { type: "shell_call", action: { commands: ["ls"] } },
      {
        type: "shell_call",
        action: { commands: ["ls"], max_output_length: null, timeout_ms: null },
        environment: { type: "local" },
      },
    ],
    [{ type: "shell_call" }, { type: "shell_call" }],
    [
      { type: "local_shell_call", action: {} },
      { type: "local_shell_call", action: {} },
    ],
    [
      { type: "apply_patch_call", operation: { type: "update_file" } },
      { type: "apply_patch_call", operation: { diff: "", type: "update_file" } },
    ],
    [
      { type: "apply_patch_call", operation: { type: "create_file", diff: "+" } },
      { type: "apply_patch_call", operation: { type: "create_file", diff: "+" } },
    ],
    [
      { type: "apply_patch_call", operation: { type: "delete_file" } },
      { type: "apply_patch_call", operation: { type: "delete_file" } },
    ],
    [{ type: "apply_patch_call" }, { type: "apply_patch_call" }],
  ])("%j has the members that an answer always has", (item, whole) => {
    const call = { ...item };
    completeTypedCall(call);
    expect(call).toStrictEqual(whole);
  });
});

describe("the result of a call of a typed tool", () => {
  const read = (item: object, messages: readonly Message[] = []) =>
    readTypedResult(new Cursor(item, "$"), new Origins(), messages);
  const result = (name: string, text: string | undefined, vendor: object, more: object = {}) => ({
    type: "tool_result",
    id: "c",
    name,
    kind: "function",
    content: text === undefined ? [] : [{ type: "text", text }],
    ...more,
    vendor,
  });

  it.each<[{ type: string; [member: string]: unknown }, object]>([
    [
      { type: "shell_call_output", call_id: "c", id: "i", output: [{ stdout: "a" }], status: "completed" },
      result("shell", '[{"stdout":"a"}]', {
        codex: { id: "i", status: "completed" },
        ...spelled("shell", "json"),
      }),
    ],
    [
      { type: "local_shell_call_output", id: "c", output: "x" },
      result("local_shell", "x", { codex: { id: "c" }, ...spelled("local_shell", "uncalled") }),
    ],
    [
      { type: "apply_patch_call_output", call_id: "c", status: "failed" },
      result("apply_patch", undefined, spelled("apply_patch"), { isError: true }),
    ],
    [
      { type: "apply_patch_call_output", call_id: "c", output: "x", status: "completed" },
      result("apply_patch", "x", spelled("apply_patch")),
    ],
    [
      { type: "shell_call_output", call_id: "c", status: "failed" },
      result("shell", undefined, { codex: { status: "failed" }, ...spelled("shell") }),
    ],
  ])("%j is read, and written as it came", (item, block) => {
    expect(read(item)).toStrictEqual(block);
    const [, type] = /(.*)_call_output/.exec(item.type)!;
    expect(writeTypedResult(type!, block as ToolResultBlock, "c")).toStrictEqual(item);
  });

  it("keeps an unknown status of a patch beside the known one that is written", () => {
    const item = { type: "apply_patch_call_output", call_id: "c", status: "novel" };
    const block = result("apply_patch", undefined, { codex: { status: "novel" }, ...spelled("apply_patch") });
    expect(read(item)).toStrictEqual(block);
  });

  it.each([
    [{ type: "shell_call_output" }],
    [{ type: "shell_call_output", id: 1 }],
    [{ type: "web_search_call_output", call_id: "c" }],
    [{ type: "shell_call", call_id: "c" }],
  ])("is not %j", (item) => expect(read(item)).toBeUndefined());

  it("belongs to the call of its item, unless the vendor ran that", () => {
    const own = { type: "tool_use", id: "c9", name: "shell", kind: "function", input: {} } as const;
    const messages: Message[] = [
      { role: "user", content: [{ type: "text", text: "go" }] },
      {
        role: "assistant",
        content: [
          { ...own, id: "c8" },
          { ...own, vendor: { codex: { id: "i" } } },
        ],
      },
    ];
    const item = { type: "shell_call_output", id: "i" };
    expect(read(item, messages)?.id).toBe("c9");
    expect(read(item, messages.slice(0, 1))?.id).toBe("i");
    const value = { type: "shell_call", call_id: "c" };
    const hosted: Message[] = [
      { role: "assistant", content: [{ type: "opaque", dialect: "codex", kind: "shell_call", value }] },
    ];
    expect(read({ ...item, call_id: "c" }, hosted)).toBeUndefined();
    expect(read({ ...item, call_id: "d" }, hosted)?.id).toBe("d");
  });
});
