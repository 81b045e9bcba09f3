import { describe, expect, it } from "vitest";
import { checkShape, type Reading } from "./check-shape.ts";
import { readShapes } from "./notation.ts";

const shapes = readShapes(`
Request = { model: string, items?: list<Item>, note?: string | null, map?: { *: number }, on?: boolean, any?: any }
Item = Text | Call
Text = { type: "text", text: string }
Call = { type: "call", role?: "a" | "b", input: { x: number } }
`);

const fault = (value: unknown, more: Partial<Reading> = {}) => {
  const found = checkShape(value, "Request", { shapes, ...more });
  return found === undefined
    ? undefined
    : `${found.kind} ${found.path.join(".")} ${found.expected.join("|")}`.trim();
};

describe("the shape of a request", () => {
  it.each([
    { model: "m" },
    { model: "m", note: null, map: { a: 1 }, on: false, any: [{}] },
    { model: "m", items: [] },
    {
      model: "m",
      items: [
        { type: "text", text: "t" },
        { type: "call", role: "b", input: { x: 1 } },
      ],
    },
  ])("takes %j", (value) => {
    expect(fault(value)).toBeUndefined();
  });

  it.each([
    [{}, "missing model string"],
    [{ model: 1 }, "type model string"],
    [{ model: "m", other: 1 }, "unknown other"],
    [{ model: "m", note: 1 }, "type note string|null"],
    [{ model: "m", map: { a: "b" } }, "type map.a number"],
    [{ model: "m", items: {} }, "type items array"],
    [{ model: "m", items: ["x"] }, "type items.0 object"],
    [{ model: "m", items: [{ type: "image" }] }, "value items.0.type text|call"],
    [{ model: "m", items: [{}] }, "missing items.0.type text|call"],
    [{ model: "m", items: [{ type: "text" }] }, "missing items.0.text string"],
    [{ model: "m", items: [{ type: "call", role: "c", input: { x: 1 } }] }, "value items.0.role a|b"],
    [{ model: "m", items: [{ type: "call", input: { x: 1, y: 2 } }] }, "unknown items.0.input.y"],
  ])("finds what is wrong with %j", (value, expected) => {
    expect(fault(value)).toBe(expected);
  });

  it("may ignore unknown members", () => {
    expect(fault({ model: "m", other: 1 }, { ignoresUnknown: true })).toBeUndefined();
  });

  it("reads protocol-buffer JSON: other spellings of names, words, numbers and absence", () => {
    const proto: Reading = {
      shapes: readShapes('Request = { maxTokens?: number, mode?: "AUTO" | "ANY", name?: string }'),
      isProto: true,
    };
    for (const value of [{ max_tokens: "7" }, { maxTokens: 7, mode: "auto" }, { mode: 1, name: null }])
      expect(checkShape(value, "Request", proto)).toBeUndefined();
    expect(checkShape({ max_tokens: "x" }, "Request", proto)).toMatchObject({
      kind: "type",
      path: ["max_tokens"],
    });
    expect(checkShape({ mode: "SOME" }, "Request", proto)).toMatchObject({ kind: "value" });
  });
});

describe("the notation of shapes", () => {
  it("lets a later line add to, replace or join earlier ones", () => {
    const read = readShapes("A = { a: string } & { b?: number }", 'A += { b: "x", c?: true }\nB = A');
    const check = (value: unknown) => checkShape(value, "B", { shapes: read });
    expect(check({ a: "", b: "x", c: true })).toBeUndefined();
    expect(check({ a: "", b: 1 })).toMatchObject({ kind: "type", path: ["b"] });
    expect(check({ a: "", b: "x", c: false })).toMatchObject({ path: ["c"] });
    expect(checkShape({ any: 1 }, "Unknown", { shapes: read })).toBeUndefined();
  });
});
