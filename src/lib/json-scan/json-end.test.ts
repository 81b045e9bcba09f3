import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonEnd } from "./json-end.ts";

function stateOf(text: string, size = 1000): string {
  const end = new JsonEnd();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) end.push(bytes.subarray(at, at + size));
  return end.state;
}

describe("the end of a JSON text", () => {
  it.each([
    ["{}", "whole"],
    [' \n[{"a":"]}\\"}"}] \n', "whole"],
    ["\uFEFF{}", "whole"],
    ['{"a":[1,2', "open"],
    ['{"a":"}', "open"],
    ['{"a":"\\"}', "open"],
    ["{", "open"],
    ["{}{", "open"],
    ["", "other"],
    ["  ", "other"],
    ["<html>{}</html>", "other"],
    ["data: {}", "other"],
    ["{} trailing", "other"],
    ['"text"', "other"],
    ["}", "other"],
    ['{} "x"', "other"],
    ['"x" {}', "other"],
    ["{}!", "other"],
    ["}{", "open"],
    ["}{}", "other"],
    ["[1]", "whole"],
    ['{"a":"\\\\"}', "whole"],
  ])("of %j is %s", (text, state) => {
    for (const size of [1, 3, 1000]) expect([size, stateOf(text, size)]).toEqual([size, state]);
  });

  it("is found in every document, and missing in every beginning of one", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (value, cut) => {
          const text = JSON.stringify(value);
          expect(stateOf(text, 7)).toBe("whole");
          const part = Buffer.from(text).subarray(0, Math.max(1, Math.floor(Buffer.byteLength(text) * cut)));
          const end = new JsonEnd();
          end.push(part);
          expect(end.state).toBe("open");
        },
      ),
    );
  });
});
