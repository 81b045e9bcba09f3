import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonArraySplitter, JsonStreamError } from "./array-splitter.ts";

function split(chunks: readonly Uint8Array[], limit?: number): string[] {
  const found: string[] = [];
  const splitter = new JsonArraySplitter((element) => found.push(element), limit);
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return found;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe("a JSON array that arrives over time", () => {
  it("is split into its elements, whatever the chunks", () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        (values, isPretty, size) => {
          const bytes = bytesOf(JSON.stringify(values, null, isPretty ? 2 : undefined));
          const chunks: Uint8Array[] = [];
          for (let start = 0; start < bytes.length; start += size)
            chunks.push(bytes.subarray(start, start + size));
          expect(split(chunks).map((element) => JSON.parse(element) as unknown)).toEqual(
            JSON.parse(JSON.stringify(values)),
          );
        },
      ),
    );
  });

  it.each<[string, string[]]>([
    ["[]", []],
    [" \t\r\n[ \t\r\n] \t\r\n", []],
    ["[ \t\r\n1 \t\r\n, \t\r\n2 \t\r\n]", ["1", "2"]],
    ['["a","\\"]","\\\\"]', ['"a"', '"\\"]"', '"\\\\"']],
    ["[[],[[1],2],{}]", ["[]", "[[1],2]", "{}"]],
    ['[{"a":[1,{}]},true,null]', ['{"a":[1,{}]}', "true", "null"]],
    ['[1,{"a":"}"}]', ["1", '{"a":"}"}']],
    ["[[1]]", ["[1]"]],
  ])("is split without the spaces between elements: %j", (text, elements) => {
    expect(split([bytesOf(text)])).toEqual(elements);
    expect(split([...bytesOf(text)].map((byte) => Uint8Array.of(byte)))).toEqual(elements);
  });

  it("may have elements up to the limit, each by itself", () => {
    expect(split([bytesOf('["12345678","12345678"]')], 10)).toHaveLength(2);
    expect(() => split([bytesOf('["123456789"]')], 10)).toThrow(JsonStreamError);
  });

  it("hands an element over as soon as it is whole", () => {
    const found: string[] = [];
    const splitter = new JsonArraySplitter((element) => found.push(element));
    splitter.push(bytesOf('[{"a":"]}"}'));
    expect(found).toEqual(['{"a":"]}"}']);
    splitter.push(bytesOf('\r\n,\r\n{"b":'));
    expect(found).toHaveLength(1);
    splitter.push(bytesOf("1}]\n"));
    splitter.end();
    expect(found[1]).toBe('{"b":1}');
  });

  it.each([
    ["data: {}", "not-an-array"],
    ["[{}", "unfinished"],
    ["", "unfinished"],
    ["[{} {}]", "malformed"],
    ["[{},,{}]", "malformed"],
    ["[{},]", "malformed"],
    ["[,{}]", "malformed"],
    ["[{}]{}", "malformed"],
    ["[}]", "malformed"],
  ])("is refused when it is %j", (text, rule) => {
    expect(() => split([bytesOf(text)])).toThrow(expect.objectContaining({ rule }));
  });

  it("is refused when it is not UTF-8 or an element is too long", () => {
    for (const bytes of [
      [0x5b, 0xff, 0x5d],
      [0x5b, 0x5d, 0xc3],
    ])
      expect(() => split([Uint8Array.from(bytes)])).toThrow(
        expect.objectContaining({ rule: "invalid-utf8" }),
      );
    expect(() => split([bytesOf(`["${"x".repeat(50)}`), bytesOf(`${"x".repeat(60)}"]`)], 100)).toThrow(
      expect.objectContaining({ rule: "too-large" }),
    );
  });
});
