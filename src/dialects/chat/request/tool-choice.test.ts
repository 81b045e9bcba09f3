import { describe, expect, it } from "vitest";
import type { Tool, ToolChoice } from "../../../contract/index.ts";
import { profile as kimi } from "../../kimi/profile.ts";
import { profile } from "../../openai/profile.ts";
import { Origins } from "../../origins.ts";
import {
  isLegacyChoice,
  readLegacyChoice,
  readToolChoice,
  writeLegacyChoice,
  writeToolChoice,
} from "./tool-choice.ts";

const tools: Tool[] = [
  { kind: "function", name: "f", parameters: {} },
  { kind: "custom", name: "c" } as Tool,
];
const f = { type: "function", function: { name: "f" } };
const c = { type: "custom", custom: { name: "c" } };
const allowed = { type: "allowed_tools", allowed_tools: { mode: "auto", tools: [f, c] } };

const read = (value: unknown, origins = new Origins()) =>
  readToolChoice(value, "$.tool_choice", tools, profile, origins);

describe("a tool choice", () => {
  it.each<[unknown, ToolChoice]>([
    ["auto", { mode: "auto" }],
    ["none", { mode: "none" }],
    ["required", { mode: "required" }],
    [f, { mode: "tool", name: "f" }],
    [c, { mode: "tool", name: "c" }],
    [allowed, { mode: "auto", allowed: ["f", "c"] }],
    [
      { type: "allowed_tools", allowed_tools: { mode: "required", tools: [] } },
      { mode: "required", allowed: [] },
    ],
  ])("is read and written: %j", (value, choice) => {
    const origins = new Origins();
    const made = read(value, origins);
    expect(made).toStrictEqual(choice);
    expect(origins.of(made)).toBe("$.tool_choice");
    expect(writeToolChoice(made, tools, profile)).toStrictEqual(value);
  });

  it.each<[unknown, ToolChoice]>([
    ["any", { mode: "required" }],
    ["validated", { mode: "auto" }],
    [
      { type: "function", name: "f" },
      { mode: "tool", name: "f" },
    ],
    [
      { ...f, more: 1 },
      { mode: "tool", name: "f" },
    ],
    [
      { type: "custom", custom: { name: "f" } },
      { mode: "tool", name: "f" },
    ],
    [
      { type: "function", name: "f", allowed_tools: {} },
      { mode: "tool", name: "f" },
    ],
    [
      { type: "allowed_tools", name: "f" },
      { mode: "tool", name: "f" },
    ],
  ])("of another form keeps it: %j", (value, choice) => {
    const origins = new Origins();
    const made = read(value, origins);
    expect(made).toStrictEqual({ ...choice, vendor: { openai: { tool_choice: value } } });
    expect(origins.of(made)).toBeUndefined();
    expect(writeToolChoice(made, tools, profile)).toBe(value);
  });

  const list = (value: unknown) => ({ type: "allowed_tools", allowed_tools: value });
  it.each([
    ["toString", "$.tool_choice", "auto, none, required or a tool"],
    [1, "$.tool_choice", "auto, none, required or a tool"],
    [null, "$.tool_choice", "auto, none, required or a tool"],
    [{}, "$.tool_choice", "a choice that names a tool"],
    [{ function: "f" }, "$.tool_choice", "a choice that names a tool"],
    [{ function: { name: 1 } }, "$.tool_choice", "a choice that names a tool"],
    [list({ mode: "none", tools: [] }), "$.tool_choice.allowed_tools.mode", "auto or required"],
    [list({ mode: "auto", tools: "f" }), "$.tool_choice.allowed_tools.tools", "a list"],
    [list({ mode: "auto", tools: [f, {}] }), "$.tool_choice.allowed_tools.tools[1]", "a named tool"],
    [list({ mode: "auto", tools: [null] }), "$.tool_choice.allowed_tools.tools[0]", "a named tool"],
    [list({ mode: "auto", tools: ["f"] }), "$.tool_choice.allowed_tools.tools[0]", "a named tool"],
  ])("cannot be read from %j", (value, where, wanted) => {
    expect(() => read(value)).toThrow(
      expect.objectContaining({ where, message: expect.stringContaining(wanted) }),
    );
  });

  it.each<[ToolChoice, unknown, unknown]>([
    [{ mode: "tool" }, { type: "function", function: { name: "" } }, undefined],
    [{ mode: "none", allowed: ["f"] }, "none", undefined],
    [{ mode: "auto", allowed: ["f", "c"] }, allowed, "auto"],
  ])("is written without a form of its own: %j", (choice, written, atKimi) => {
    expect(writeToolChoice(choice, tools, profile)).toStrictEqual(written);
    expect(writeToolChoice(choice, tools, kimi)).toStrictEqual(atKimi ?? written);
  });
});

describe("a choice in the older form", () => {
  it.each<[unknown, ToolChoice, unknown]>([
    ["auto", { mode: "auto" }, "auto"],
    ["none", { mode: "none" }, "none"],
    [{ name: "f" }, { mode: "tool", name: "f" }, { name: "f" }],
    [{ name: "f", function: { name: "g" } }, { mode: "tool", name: "f" }, { name: "f" }],
  ])("is read and written: %j", (value, choice, written) => {
    const origins = new Origins();
    const made = readLegacyChoice(value, "$.function_call", profile, origins);
    expect(made).toStrictEqual({ ...choice, vendor: { "openai:function_call": {} } });
    expect(origins.of(made)).toBe("$.function_call");
    expect(isLegacyChoice(made, profile)).toBe(true);
    expect(isLegacyChoice(made, kimi)).toBe(false);
    expect(writeLegacyChoice(made)).toStrictEqual(written);
  });

  it("names its tool", () => {
    const origins = new Origins();
    for (const value of [{ name: 1 }, null])
      expect(() => readLegacyChoice(value, "$.function_call", profile, origins)).toThrow("$.function_call");
    expect(writeLegacyChoice({ mode: "tool" })).toStrictEqual({ name: "" });
  });
});
