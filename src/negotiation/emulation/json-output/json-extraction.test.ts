import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extractJson } from "./json-extraction.ts";

describe("extracting JSON from a reply", () => {
  it.each([
    ['{"a":1}', '{"a":1}', "bare"],
    ["  [1, 2]\n", "[1, 2]", "bare"],
    ["42", "42", "bare"],
    ['"text"', '"text"', "bare"],
    ['```json\n{"a":1}\n```', '{"a":1}', "fenced"],
    ['Here:\n```\n{"a":1}\n```\nDone.', '{"a":1}', "fenced"],
    ["~~~JSON\n[true]\n~~~", "[true]", "fenced"],
    ["  ````json5 extra words\n[true]\n  ````  ", "[true]", "fenced"],
    ["```\n[1]\n~~~\n```\n```\n[2]\n```", "[2]", "fenced"],
    ["``json\n[1]\n``", "[1]", "in_prose"],
    ["```\n[1]", "[1]", "in_prose"],
    ["```json\nnothing\n```\n```json\n7\n```", "7", "fenced"],
    ['```python\n{"no": 1}\n```\n```json\n{"yes":1}\n```', '{"yes":1}', "fenced"],
    ['I found 3 of them: {"a":[1,{"b":"}"}]} as asked.', '{"a":[1,{"b":"}"}]}', "in_prose"],
    ['Use {placeholder} or [n]: {"a":1}', '{"a":1}', "in_prose"],
    ['{"unclosed then {"a":1}', '{"a":1}', "in_prose"],
    ['{"a":1}{"b":2}', '{"a":1}', "in_prose"],
    ['see [1]: {"a":2}', "[1]", "in_prose"],
  ])("finds in %j the value %j (%s)", (text, source, place) => {
    expect(extractJson(text)).toEqual({ value: JSON.parse(source), source, place });
  });

  it.each(["", "no JSON here", '{"a":1', "[1, 2", "{a: 1}", "I counted 3.", '```json\n{"a":\n```'])(
    "finds nothing in %j",
    (text) => {
      expect(extractJson(text)).toBeUndefined();
    },
  );

  it("finds any object between words, exactly as it is spelled", () => {
    const words = fc.string({ unit: fc.constantFrom(..."ab .,:\n'-"), maxLength: 20 });
    fc.assert(
      fc.property(words, fc.dictionary(fc.string(), fc.jsonValue()), words, (before, value, after) => {
        const source = JSON.stringify(value, undefined, 2);
        expect(extractJson(before + source + after)?.source).toBe(source);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps the spelling of numbers that JavaScript cannot hold", () => {
    expect(extractJson('{"id":12345678901234567890}')?.source).toBe('{"id":12345678901234567890}');
  });

  it("does not take a part of a value that is nested too deep for the value", () => {
    expect(extractJson("[".repeat(200) + "]".repeat(200))).toBeUndefined();
    expect(extractJson(`${'{"a":'.repeat(200)}1${"}".repeat(200)}`)).toBeUndefined();
  });

  // Trying every bracket to the end of the text would not come back from these.
  it.each([
    ["nested brackets", "[".repeat(300_000)],
    ["nested objects", '{"a":'.repeat(100_000)],
    ["brackets in an open string", `["${"[".repeat(300_000)}`],
    ["long rows that never close", `[${"1,".repeat(10_000)}`.repeat(50)],
    ["strings that end in strings", '["["'.repeat(200_000)],
  ])("comes back from %s", (_name, text) => {
    expect(extractJson(text)).toBeUndefined();
  });
});
