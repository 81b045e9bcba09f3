import { describe, expect, it } from "vitest";
import { isJsonObject, readAgentLine } from "./agent-line.ts";

function nested(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
}

describe("a line of an agent", () => {
  it("is read if it is a JSON object", () => {
    expect(readAgentLine('{"a":[1,{"b":null}]}')).toEqual({ a: [1, { b: null }] });
  });

  it.each(["", "text", "[1]", "1", "null", '"a"', '{"a":', '{"a":1,"a":'])("is undefined for %s", (line) => {
    expect(readAgentLine(line)).toBeUndefined();
  });

  it.each([
    '{"__proto__":{"x":1},"a":[{"__proto__":2,"b":3}]}',
    '{"n":9007199254740993,"e":1e400}',
    '{"s":"\\ud800"}',
    nested(900),
  ])("is passed on as it came: %.60s", (line) => {
    const value = readAgentLine(line);
    expect(JSON.stringify(value)).toBe(line);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it("holds what nests deeper than programs can follow as text", () => {
    const text = JSON.stringify(readAgentLine(nested(200_000)));
    expect(text.length).toBeGreaterThan(nested(200_000).length);
    expect(text).toContain('{"abp_raw_json":"{');
  });

  it("has the last of two members with the same name", () => {
    expect(readAgentLine('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(readAgentLine('[{"a":1,"a":2}]')).toBeUndefined();
  });
});

describe("isJsonObject", () => {
  it("tells objects from everything else", () => {
    expect([{}, [], null, 1, "a", undefined].map(isJsonObject)).toEqual([
      ...[true, false, false, false, false, false],
    ]);
  });
});
