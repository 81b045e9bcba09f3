import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactLength } from "./compact-length.ts";

describe("compactLength", () => {
  it.each([
    [0, 1],
    [9, 1],
    [10, 2],
    [99, 2],
    [100, 3],
    [999, 3],
    [true, 4],
    [false, 5],
    [null, 4],
    ["", 2],
    ["ab", 4],
    [[], 2],
    [[1], 3],
    [[1, 20], 6],
    [{}, 2],
    [{ a: 1 }, 7],
    [{ a: 1, bc: [] }, 15],
    [[{ a: [null] }], 14],
  ])("knows the length of %j", (value, length) => {
    expect(compactLength(value, false, 128)).toBe(length);
    expect(compactLength(value, true, 128)).toBe(length);
    expect(JSON.stringify(value)).toHaveLength(length);
  });

  it.each([1000, -1, -0, 1.5, 1e300])("does not know the shortest text of %d", (value) => {
    expect(compactLength(value, false, 128)).toBeNaN();
    expect(compactLength([value], false, 128)).toBeNaN();
    expect(compactLength({ a: value }, false, 128)).toBeNaN();
  });

  it("counts the escapes of texts and names if there may be some", () => {
    expect(compactLength('"\n', true, 128)).toBe(6);
    expect(compactLength('"\n', false, 128)).toBe(4);
    expect(compactLength({ '"': "\\" }, true, 128)).toBe(11);
    expect(compactLength({ '"': "\\" }, false, 128)).toBe(9);
    expect(compactLength(['"'], true, 128)).toBe(6);
  });

  it("gives up below the levels that it may visit", () => {
    expect(compactLength([[1]], false, 2)).toBe(5);
    expect(compactLength([[1]], false, 1)).toBeNaN();
    expect(compactLength({ a: { b: 1 } }, false, 2)).toBe(13);
    expect(compactLength({ a: { b: 1 } }, false, 1)).toBeNaN();
    expect(compactLength(1, false, 0)).toBe(1);
    expect(compactLength(null, false, 0)).toBe(4);
    expect(compactLength([], false, 0)).toBeNaN();
  });

  it("gives up at a member named __proto__", () => {
    expect(compactLength(JSON.parse('{"__proto__":1}'), false, 128)).toBeNaN();
  });

  it("is the length of what JSON.stringify writes, if it is known", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const length = compactLength(value, true, 128);
        if (!Number.isNaN(length)) expect(length).toBe(JSON.stringify(value).length);
      }),
    );
  });
});
