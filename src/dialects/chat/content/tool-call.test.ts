import { describe, expect, it } from "vitest";
import type { ToolUseBlock } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { profile } from "../../openai/profile.ts";
import { Origins } from "../../origins.ts";
import {
  mintCallId,
  parseArguments,
  readLegacyCall,
  readToolCall,
  writeLegacyCall,
  writeToolCall,
} from "./tool-call.ts";

const spelled = (...names: string[]) => Object.fromEntries(names.map((name) => [`openai:${name}`, {}]));

describe("a tool call", () => {
  const base = { type: "tool_use", id: "a", name: "f", kind: "function" };
  const wire = { id: "a", type: "function", function: { name: "f", arguments: '{"x":1}' } };
  it.each<[Members, object]>([
    [wire, { ...base, input: { x: 1 } }],
    [
      { ...wire, function: { name: "f", arguments: '{ "x":1}' } },
      { ...base, input: { x: 1 }, inputText: '{ "x":1}' },
    ],
    [
      { ...wire, function: { name: "f", arguments: '{"x"' } },
      { ...base, input: {}, inputText: '{"x"' },
    ],
    [
      { ...wire, function: { name: "f", arguments: "" } },
      { ...base, input: {}, vendor: spelled("empty") },
    ],
    [
      { ...wire, function: { name: "f", arguments: { x: 1 } } },
      { ...base, input: { x: 1 }, vendor: spelled("object") },
    ],
    [
      { id: "a", function: { name: "f", arguments: "{}" } },
      { ...base, input: {}, vendor: spelled("untyped") },
    ],
    [
      { ...wire, function: { name: "f", arguments: "{}", y: 2 }, z: 3 },
      { ...base, input: {}, vendor: { openai: { function: { y: 2 }, z: 3 } } },
    ],
    [
      { id: "a", type: "custom", custom: { name: "f", input: "x" } },
      { ...base, kind: "custom", input: undefined, inputText: "x" },
    ],
    [
      { id: "a", custom: { name: "f", input: "" } },
      { ...base, kind: "custom", input: undefined, inputText: "", vendor: spelled("untyped") },
    ],
  ])("is read and written: %j", (item, block) => {
    const origins = new Origins();
    const read = readToolCall(item, "$.c", profile, origins, () => "minted");
    expect(read).toStrictEqual(block);
    expect(origins.of(read)).toBe("$.c");
    expect(writeToolCall(read as ToolUseBlock, "a", profile)).toStrictEqual(item);
  });

  it("without an id, arguments or input gets them", () => {
    const read = (item: object) => readToolCall(item, "$", profile, new Origins(), () => "minted");
    expect(read({ ...wire, id: "" })).toMatchObject({ id: "minted" });
    expect(read({ type: "function", function: { name: "f" } })).toStrictEqual({
      ...base,
      id: "minted",
      input: {},
    });
    expect(read({ type: "custom", custom: { name: "f" } })).toMatchObject({ inputText: "" });
    expect(() => read({ type: "function" })).toThrow("$.function");
    const custom = { ...base, kind: "custom", input: undefined } as ToolUseBlock;
    expect(writeToolCall(custom, "b", profile)).toStrictEqual({
      id: "b",
      type: "custom",
      custom: { name: "f", input: "" },
    });
    const bare = { ...base, input: undefined } as ToolUseBlock;
    expect(writeToolCall(bare, "b", profile)).toMatchObject({ function: { arguments: "{}" } });
    const changed = { ...base, input: { x: 1 }, vendor: spelled("empty") } as ToolUseBlock;
    expect(writeToolCall(changed, "b", profile)).toMatchObject({ function: { arguments: '{"x":1}' } });
  });

  it("of an unknown type is kept as it is", () => {
    const item = { id: "a", type: "other", x: 1 };
    const made = { type: "opaque", dialect: "openai", kind: "other", vendor: spelled("call") };
    const read = (value: object) => readToolCall(value, "$", profile, new Origins(), () => "minted");
    expect(read(item)).toStrictEqual({ ...made, value: item, id: "a" });
    expect(read({ type: "other" })).toStrictEqual({ ...made, value: { type: "other" } });
  });
});

describe("a call of the older form", () => {
  const base = { type: "tool_use", id: "minted", name: "f", kind: "function" };
  it.each<[Members, object]>([
    [
      { name: "f", arguments: '{"x":1}' },
      { input: { x: 1 }, vendor: spelled("function_call") },
    ],
    [
      { name: "f", arguments: "" },
      { input: {}, vendor: spelled("function_call", "empty") },
    ],
    [
      { name: "f", arguments: "{}", y: 1 },
      { input: {}, vendor: { ...spelled("function_call"), openai: { y: 1 } } },
    ],
  ])("is read and written: %j", (value, more) => {
    const origins = new Origins();
    const cursor = new Cursor({ function_call: value }, "$");
    const block = readLegacyCall(cursor, profile, origins, () => "minted");
    expect(block).toStrictEqual({ ...base, ...more });
    expect(origins.of(block!)).toBe("$.function_call");
    expect(writeLegacyCall(block as ToolUseBlock, profile)).toStrictEqual(value);
  });

  it.each([undefined, "f", { name: "", arguments: "" }])("is none in %j", (value) => {
    const cursor = new Cursor({ function_call: value }, "$");
    expect(readLegacyCall(cursor, profile, new Origins(), () => "minted")).toBeUndefined();
  });
});

it("the id of a call without one is that of its place", () => {
  const id = mintCallId("reply", 0, 1);
  expect(id).toMatch(/^call_[0-9a-f]{24}$/);
  expect(mintCallId("reply", 0, 1)).toBe(id);
  expect(
    new Set([id, mintCallId("other", 0, 1), mintCallId("reply", 1, 1), mintCallId("reply", 0, 2)]).size,
  ).toBe(4);
});

it.each([
  ["", { input: {} }],
  [" \n", { input: {} }],
  ["{}", { input: {} }],
  ["[1]", { input: [1] }],
  ["{} ", { input: {}, inputText: "{} " }],
  ["{", { input: {}, inputText: "{" }],
])("the arguments %j are %j", (text, read) => {
  expect(parseArguments(text)).toStrictEqual(read);
});
