import { describe, expect, it } from "vitest";
import { checkShape, type Reading, type ShapeFault } from "./check-shape.ts";
import { readShapes } from "./notation.ts";

const shapes = readShapes(`
Word = "a" | "b"
Mixed = "a" | 1 | true | list<string> | null
Plain = string | number
Flag = boolean
Lists = list<string> | list<{ deep: list<number> }>
Equal = list<"x"> | list<"y">
Parts = Text | Call | Other
Text = { type: "text", text: string }
Call = { type: "call", role: "user" | "tool", id: string }
Other = { type: "call", role: "model", name: string }
Roles = User | Model | Free
User = { role: "user" | "tool", content: string }
Model = { role: "user" | "model", calls: list<number> }
Free = { role?: string, note: string }
Untyped = { a: string } | { b: { c: number } }
Anything = { type: any, x: string } | { type: "y", y: string }
Map = { known: number, *: string }
Nested = { list?: list<{ name: string }>, choice: "one" | "two" | list<string> }
`);

function faultIn(name: string, value: unknown, more: Partial<Reading> = {}): ShapeFault | undefined {
  return checkShape(value, name, { shapes, ...more });
}

const proto = { isProto: true };

describe("a value that fits its shape", () => {
  it.each<[string, unknown]>([
    ["Word", "b"],
    ["Mixed", 1],
    ["Mixed", true],
    ["Mixed", null],
    ["Mixed", ["x"]],
    ["Plain", ""],
    ["Plain", 0],
    ["Flag", false],
    ["Lists", []],
    ["Lists", [{ deep: [1] }]],
    ["Equal", ["y", "y"]],
    ["Parts", { type: "call", role: "model", name: "n" }],
    ["Roles", { role: "user", calls: [1] }],
    ["Roles", { note: "n" }],
    ["Untyped", { b: { c: 1 } }],
    ["Anything", { type: 7, x: "x" }],
    ["Anything", { type: "y", y: "y" }],
    ["Map", { known: 1, more: "m" }],
    ["Nested", { choice: ["x"] }],
    ["Nested", { list: undefined, choice: "two" }],
    ["Nowhere", { any: [1] }],
  ])("%s takes %j", (name, value) => {
    expect(faultIn(name, value)).toBeUndefined();
  });
});

describe("a value that does not fit its shape", () => {
  it.each<[string, unknown, ShapeFault["kind"], readonly (string | number)[], readonly string[]]>([
    ["Word", "c", "value", [], ["a", "b"]],
    ["Word", 3, "type", [], ["string"]],
    ["Mixed", "c", "value", [], ["a", "1", "true"]],
    ["Mixed", 2, "type", [], ["string", "number", "boolean", "array", "null"]],
    ["Mixed", [1], "type", [0], ["string"]],
    ["Mixed", {}, "type", [], ["string", "number", "boolean", "array", "null"]],
    ["Plain", true, "type", [], ["string", "number"]],
    ["Plain", [], "type", [], ["string", "number"]],
    ["Plain", null, "type", [], ["string", "number"]],
    ["Flag", "true", "type", [], ["boolean"]],
    ["Flag", 1, "type", [], ["boolean"]],
    ["Lists", [1], "type", [0], ["string"]],
    ["Lists", [{ deep: [1, "x"] }], "type", [0, "deep", 1], ["number"]],
    ["Equal", ["z"], "value", [0], ["x"]],
    ["Equal", ["x", "y"], "value", [1], ["x"]],
    ["Equal", ["y", "x"], "value", [0], ["x"]],
    ["Parts", { type: "image" }, "value", ["type"], ["text", "call"]],
    ["Parts", { role: "user" }, "missing", ["type"], ["text", "call"]],
    ["Parts", { type: "call" }, "missing", ["role"], ["user", "tool", "model"]],
    ["Parts", { type: "call", role: "x" }, "value", ["role"], ["user", "tool", "model"]],
    ["Parts", { type: "text", role: "x", text: "t" }, "unknown", ["role"], []],
    ["Parts", { type: "call", role: "tool", id: 1 }, "type", ["id"], ["string"]],
    ["Roles", { role: "x", note: 1 }, "type", ["note"], ["string"]],
    ["Roles", { role: 1 }, "value", ["role"], ["user", "tool", "model"]],
    ["Untyped", { b: { c: "x" } }, "type", ["b", "c"], ["number"]],
    ["Untyped", {}, "missing", ["a"], ["string"]],
    ["Untyped", { type: "z" }, "value", ["type"], []],
    ["Anything", { type: "y", z: 1 }, "unknown", ["z"], []],
    ["Map", { known: "x" }, "type", ["known"], ["number"]],
    ["Map", { known: 1, more: 2 }, "type", ["more"], ["string"]],
    ["Map", { more: "m" }, "missing", ["known"], ["number"]],
    ["Nested", { choice: "three" }, "value", ["choice"], ["one", "two"]],
    ["Nested", {}, "missing", ["choice"], ["string", "array"]],
    ["Nested", { list: [{ name: "n" }, {}], choice: "one" }, "missing", ["list", 1, "name"], ["string"]],
    ["Nested", { list: null, choice: "one" }, "type", ["list"], ["array"]],
  ])("%s refuses %j: %s at %j, expected %j", (name, value, kind, path, expected) => {
    const actual = path.reduce<unknown>(
      (found, key) => (found as Record<string | number, unknown>)?.[key],
      value,
    );
    expect(faultIn(name, value)).toEqual({ kind, path, expected, actual });
  });

  it("is an unknown member unless these are ignored, and the members after it are still judged", () => {
    const value = { type: "text", more: 1, text: 2 };
    expect(faultIn("Parts", value)).toEqual({ kind: "unknown", path: ["more"], expected: [], actual: 1 });
    expect(faultIn("Parts", value, { ignoresUnknown: true })).toEqual({
      kind: "type",
      path: ["text"],
      expected: ["string"],
      actual: 2,
    });
  });
});

describe("protocol-buffer JSON", () => {
  const messages = readShapes(`
Message = { maxTokens?: number, mode?: "AUTO" | "ANY", name?: string, on?: boolean, part_2?: string, part3: number }
`);
  const faultOf = (value: unknown) => checkShape(value, "Message", { shapes: messages, ...proto });

  it.each([
    { part3: 1, max_tokens: 7 },
    { part_3: "1.5", maxTokens: "7" },
    { part3: 1, mode: "any" },
    { part3: 1, mode: 2 },
    { part3: 1, name: 5 },
    { part3: 1, name: null, on: null },
  ])("takes %j", (value) => {
    expect(faultOf(value)).toBeUndefined();
  });

  it.each<[object, ShapeFault["kind"], string, readonly string[]]>([
    [{ part3: "" }, "type", "part3", ["number"]],
    [{ part_3: "x" }, "type", "part_3", ["number"]],
    [{ part3: true }, "type", "part3", ["number"]],
    [{ part3: 1, on: "true" }, "type", "on", ["boolean"]],
    [{ part3: 1, on: 1 }, "type", "on", ["boolean"]],
    [{ part3: 1, mode: "some" }, "value", "mode", ["AUTO", "ANY"]],
    [{ part3: 1, mode: true }, "type", "mode", ["string"]],
    [{ part3: 1, name: true }, "type", "name", ["string"]],
    [{ part3: 1, part_2: "x" }, "unknown", "part_2", []],
    [{ maxTokens: 1 }, "missing", "part3", ["number"]],
  ])("refuses %j: %s at %s, expected %j", (value, kind, key, expected) => {
    const actual = (value as Record<string, unknown>)[key];
    expect(faultOf(value)).toEqual({ kind, path: [key], expected, actual });
  });

  it("is read so only if it is asked for: a null, a number as a text and another spelling are faults otherwise", () => {
    for (const value of [{ part3: "1" }, { part3: 1, name: null }, { part3: 1, mode: "any" }, { part_3: 1 }])
      expect(checkShape(value, "Message", { shapes: messages })).toBeDefined();
  });
});
