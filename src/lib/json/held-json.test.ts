import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalize, holdJson, mayHoldMarks, readJson, restoreJson } from "./index.ts";
import { RawJson } from "./raw/raw-json.ts";

const free = (text: string) => readJson(text, { isFree: true });
const hold = (text: string, depth = 100) => JSON.stringify(holdJson(free(text), depth));

describe("a value for a receipt", () => {
  it.each([
    ["9007199254740993", '{"abp_raw_json":"9007199254740993"}'],
    ["[1e400,-1e400]", '[{"abp_raw_json":"1e400"},{"abp_raw_json":"-1e400"}]'],
    ['"\\ud800"', JSON.stringify('{"abp_raw_json":"\\"\\\\ud800\\""}')],
    ['{"\\ud800":1}', '{"abp_raw_json":"{\\"\\\\ud800\\":1}"}'],
    ['{"abp_raw_json":"x"}', '{"abp_raw_json":"{\\"abp_raw_json\\":\\"x\\"}"}'],
    ['{"abp_raw_json":"x","y":1}', '{"abp_raw_json":"x","y":1}'],
    ['{"abp_raw_json":1}', '{"abp_raw_json":1}'],
    ['{"__proto__":9007199254740993}', '{"__proto__":{"abp_raw_json":"9007199254740993"}}'],
  ])("holds %s as %s", (text, held) => {
    expect(hold(text)).toBe(held);
    expect(() => canonicalize(JSON.parse(held))).not.toThrow();
  });

  it("holds what nests too deep as its text, with everything in it", () => {
    expect(hold('[[[9007199254740993,"\\ud800",{"a":true}]]]', 2)).toBe(
      '[[{"abp_raw_json":"[9007199254740993,\\"\\\\ud800\\",{\\"a\\":true}]"}]]',
    );
    expect(hold("[[1]]", 2)).toBe("[[1]]");
    const tooDeep = `${"[".repeat(1200)}${"]".repeat(1200)}`;
    expect(JSON.parse(hold(tooDeep, 0)).abp_raw_json).toBe(tooDeep);
  });

  it("is the value itself if nothing has to change", () => {
    const value = { a: [1, "x", { b: null }] };
    expect(holdJson(value, 10)).toBe(value);
  });

  it("refuses what JSON does not have, and what contains itself", () => {
    expect(() => holdJson({ a: [{ b: 1n }] }, 1)).toThrow(/JSON does not have/);
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(() => holdJson(cycle, 3)).toThrow(/contains itself/);
  });

  it("comes back as it was, through canonical JSON", () => {
    const text = fc.string({ unit: "binary" }).map((one) => `${one}\ud800`);
    const leaf = fc.oneof(
      fc.integer(),
      fc.string(),
      text,
      fc.constantFrom('{"abp_raw_json":', '{"abp_raw_json":"1"}', true, null),
      fc.constantFrom("9007199254740993", "1e999", "0.12345678901234567890").map(free),
    );
    const name = fc.oneof(fc.constantFrom("__proto__", "abp_raw_json", "a"), text);
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc.array(tie("any"), { maxLength: 3 }),
        fc.array(fc.tuple(name, tie("any")), { maxLength: 3 }).map((all) => Object.fromEntries(all)),
      ),
    })).any;
    fc.assert(
      fc.property(value, fc.integer({ min: 1, max: 6 }), (one, depth) => {
        const canonical = canonicalize(holdJson(one, depth));
        const back = restoreJson(JSON.parse(canonical));
        const sorted = (given: unknown) => JSON.stringify(holdJson(given, 100));
        expect(canonicalize(JSON.parse(sorted(back)))).toBe(canonicalize(JSON.parse(sorted(one))));
        if (!mayHoldMarks(canonical)) expect(canonical).toBe(canonicalize(one));
      }),
      { numRuns: 300 },
    );
  });
});

describe("the free reader", () => {
  it.each([
    ["9007199254740993", false],
    ["9007199254740992", true],
    ["18446744073709551616", false],
    ["18446744073709552000", true],
    ["0.1", true],
    ["0.10", true],
    ["1e2", true],
    ["100e-2", true],
    ["-0", true],
    ["-0.0e5", true],
    ["1e400", false],
    ["1e-400", false],
    ["0.1234567890123456789", false],
    ["5e-324", true],
    ["123456789012345680000", true],
  ])("takes %s as a number: %s", (literal, isNumber) => {
    const value = free(literal);
    expect(typeof value === "number").toBe(isNumber);
    if (!isNumber) expect(JSON.stringify(value)).toBe(literal);
  });

  it("gives a thousand levels as they are, and the rest as text", () => {
    const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    expect(JSON.stringify(free(nested(1000)))).toBe(nested(1000));
    let value: unknown = free(nested(1003));
    for (let level = 0; level < 1000; level += 1) value = (value as unknown[])[0];
    expect(value).toEqual(new RawJson("[[[]]]"));
    const inside = free(`${"[".repeat(1000)}{"a":"]}\\"","b":[1]},2${"]".repeat(1000)}`);
    expect(JSON.stringify(inside)).toContain('{"abp_raw_json":"{\\"a\\":\\"]}\\\\\\"\\",\\"b\\":[1]}"},2');
  });

  it.each([
    [`${"[".repeat(1001)}`, "unexpected-end"],
    [`${"[".repeat(1000)}[1,]${"]".repeat(1000)}`, "syntax"],
    ['{"a":1,"a":2}', "duplicate-key"],
    ['"\\x"', "bad-escape"],
    ["[1", "unexpected-end"],
  ])("refuses %.20s", (text, rule) => {
    expect(() => free(text)).toThrow(expect.objectContaining({ rule }));
  });
});
