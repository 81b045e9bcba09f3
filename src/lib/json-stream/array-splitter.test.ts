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
    expect(() => split([new Uint8Array([0x5b, 0xff, 0x5d])])).toThrow(JsonStreamError);
    expect(() => split([bytesOf(`["${"x".repeat(50)}`), bytesOf(`${"x".repeat(60)}"]`)], 100)).toThrow(
      expect.objectContaining({ rule: "too-large" }),
    );
  });
});
