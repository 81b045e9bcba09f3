import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPartialObject } from "./partial-json.ts";

describe("an object that was cut off", () => {
  it.each([
    ['{"a":1,"b":{"c":[1,2],"d":"x', { a: 1, b: { c: [1, 2] } }],
    ['{"a":"quote \\" and brace }","b":tr', { a: 'quote " and brace }' }],
    ['{"a":[1,{"b":2},', { a: [1, { b: 2 }] }],
    ['{"a', {}],
    ["", {}],
    ["no json", {}],
    ["[1,2]", {}],
  ])("is read as far as it is whole: %s", (text, value) => {
    expect(readPartialObject(text)).toEqual(value);
  });

  it("is never more than the whole object had", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (object, cut) => {
        const text = JSON.stringify(object);
        const names = Object.keys(JSON.parse(text) as object);
        const part = readPartialObject(text.slice(0, cut % (text.length + 1)));
        expect(names.slice(0, Object.keys(part).length)).toEqual(Object.keys(part));
        expect(readPartialObject(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
