import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countMembers, type JsonShape, measureJson } from "./json-shape.ts";

function measure(text: string): JsonShape {
  const shape = { members: 99, depth: 99, needsStrictReader: true };
  measureJson(text, shape);
  return shape;
}

function membersOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, one) => sum + membersOf(one), own);
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Object.values(value).reduce<number>((most, one) => Math.max(most, depthOf(one)), 0);
}

describe("measureJson", () => {
  it.each<[string, number, number]>([
    ["1", 0, 0],
    ['"a:{["', 0, 0],
    ["{}", 0, 1],
    ["[]", 0, 1],
    ["[[],[[]]]", 0, 3],
    ["[[]],[", 0, 2],
    ['{"a":1,"a":2}', 2, 1],
    ['{"a":{"b":[{"c":1}]},"d":{}}', 4, 4],
    ['{"a":"\\"","b":"\\\\","c":":"}', 3, 1],
    ['[-1,{"a":-0.5,"b":12}]', 2, 2],
  ])("counts members and levels of %s", (text, members, depth) => {
    expect(measure(text)).toEqual({ members, depth, needsStrictReader: false });
  });

  it("finds the end of strings of every length, with and without escapes", () => {
    for (let length = 0; length < 130; length += 1) {
      const plain = "x".repeat(length);
      for (const string of [
        plain,
        `${plain}\\"`,
        `${plain}\\\\`,
        `\\"${plain}`,
        `${plain}\\n${plain}:\\"{`,
      ]) {
        const text = `{"a":"${string}","${string}":[{"b":"${string}"}]}`;
        expect(measure(text)).toEqual({ members: 3, depth: 3, needsStrictReader: false });
      }
    }
  });

  it.each([
    "123456789012345",
    "-12345678901234",
    "[0.1234567890123]",
    '{"a":12345678901234}',
    '"\\u0064"',
    '"\\\\ud800"',
    '"ud800"',
    '"\\nd"',
    '"1e5"',
    "true",
    "false",
  ])("leaves the usual text %s to the fast reader", (text) => {
    expect(measure(text).needsStrictReader).toBe(false);
  });

  it.each([
    "1234567890123456",
    "-123456789012345",
    "0.12345678901234",
    "[1e5]",
    "[1E5]",
    "0e1",
    "9e1",
    "1.5e3",
    "-1e2",
    "[1,2e3]",
    '"\\ud800"',
    '"\\uD800"',
    `"${"x".repeat(100)}\\udc00"`,
    '["a","\\ud83d\\ude00"]',
  ])("leaves %s to the strict reader", (text) => {
    expect(measure(text).needsStrictReader).toBe(true);
  });

  it("ends on texts that are no JSON", () => {
    for (const text of ['"', `"${"x".repeat(100)}`, '"\\', `"${"x".repeat(100)}\\`, "-", "1", "}]"])
      measure(text);
  });

  it("agrees with a walk over the value, spaced or not", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, spaces) => {
        const { members, depth } = measure(JSON.stringify(value, null, spaces));
        expect([members, depth]).toEqual([membersOf(value), depthOf(value)]);
      }),
    );
  });
});

describe("countMembers", () => {
  it.each<[unknown, number]>([
    [1, 0],
    ["text", 0],
    [null, 0],
    [[], 0],
    [[1, null, "a"], 0],
    [{}, 0],
    [{ a: 1, b: null, c: "x" }, 3],
    [{ a: { b: [{ c: 1 }, { d: 1 }] } }, 4],
    [[[{ a: 1 }], { b: 2 }], 2],
  ])("counts those of %j", (value, count) => {
    expect(countMembers(value)).toBe(count);
  });

  it("answers not a number if a member is named __proto__", () => {
    expect(countMembers(JSON.parse('{"__proto__":1}'))).toBeNaN();
    expect(countMembers(JSON.parse('[{"a":{"__proto__":1}}]'))).toBeNaN();
  });
});
