import { describe, expect, it } from "vitest";
import { isJsonObject, readAgentLine } from "./agent-line.ts";

function nested(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
}

describe("a line of an agent", () => {
  it("is read where it is a JSON object", () => {
    expect(readAgentLine('{"a":[1,{"b":null}]}')).toEqual({ a: [1, { b: null }] });
  });

  it.each(["", "text", "[1]", "1", "null", '"a"', '{"a":'])("is undefined for %s", (line) => {
    expect(readAgentLine(line)).toBeUndefined();
  });

  it("loses members named __proto__ at every level", () => {
    const line = readAgentLine('{"__proto__":{"x":1},"a":[{"__proto__":2,"b":3}]}');
    expect(JSON.stringify(line)).toBe('{"a":[{"b":3}]}');
  });

  it("keeps 64 levels, and turns what is deeper into text", () => {
    expect(JSON.stringify(readAgentLine(nested(64)))).toBe(nested(64));
    let value: unknown = readAgentLine(nested(66));
    for (let level = 0; level < 64; level += 1) value = (value as { a: unknown }).a;
    expect(value).toBe('{"a":{"a":1}}');
  });

  it("turns deep lists into text too", () => {
    const line = readAgentLine(`{"a":${"[".repeat(64)}7${"]".repeat(64)}}`);
    expect(JSON.stringify(line)).toContain('"[7]"');
  });

  it("is undefined where it is nested deeper than can be followed", () => {
    expect(readAgentLine(nested(200_000))).toBeUndefined();
  });
});

describe("isJsonObject", () => {
  it("tells objects from everything else", () => {
    expect([{}, [], null, 1, "a", undefined].map(isJsonObject)).toEqual([
      ...[true, false, false, false, false, false],
    ]);
  });
});
