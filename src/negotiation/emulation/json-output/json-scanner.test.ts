import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_JSON_DEPTH, openJsonScanner } from "./json-scanner.ts";

/** How far a scan comes, and how it ends. */
function scan(text: string): { at: number; state: string } {
  const scanner = openJsonScanner();
  for (let at = 0; at < text.length; at += 1) {
    const state = scanner.push(text.charCodeAt(at));
    if (state !== "inside") return { at, state };
  }
  return { at: text.length, state: "inside" };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const composite = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));

describe("the JSON scanner", () => {
  it("is complete at the closing bracket of a value and not before", () => {
    fc.assert(
      fc.property(composite, fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(scan(text)).toEqual({ at: text.length - 1, state: "complete" });
      }),
      { numRuns: 500 },
    );
  });

  it("agrees with JSON.parse on texts that are nearly JSON", () => {
    const noise = fc.constantFrom(..."{}[]\",:\\u0-+.eE1tfn \n\t/'a\u0001");
    fc.assert(
      fc.property(composite, fc.nat(), noise, fc.boolean(), (value, place, character, insert) => {
        const text = JSON.stringify(value);
        const at = place % text.length;
        const changed = text.slice(0, at) + character + text.slice(insert ? at : at + 1);
        const { at: end, state } = scan(changed);
        const first = changed[0];
        if (first !== "{" && first !== "[") expect(state).toBe("invalid");
        else if (state === "complete") expect(isJson(changed.slice(0, end + 1))).toBe(true);
        else expect(isJson(changed)).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    "[01]",
    "[1.]",
    "[.5]",
    "[+1]",
    "[1e]",
    "[-]",
    '["\n"]',
    '["\\x"]',
    '["\\u12g4"]',
    "[tru]",
    "{1:2}",
    "[1,]",
    "{,}",
    "{]",
    "[}",
    '{"a":1]',
    '{"a" 1}',
    '{"a":1 "b":2}',
    '{"a":1,}',
    '{"a":1,1}',
    "[1 2]",
    "[1.5.5]",
    "[1e5.5]",
    "[1e5e5]",
    "[1e+]",
    "[1ee]",
    "[-a]",
    "[--1]",
    "[00]",
    "[-01]",
    "[tRue]",
    "[falsE]",
    "[nil]",
    "[truee]",
    "[\u00a0]",
    '["\\u123"]',
    '["\\u12345\u001f"]',
    '["\u001f"]',
  ])("refuses %j", (text) => {
    expect(scan(text).state).toBe("invalid");
  });

  it("accepts every escape, four hexadecimal digits after \\u, and every kind of white space", () => {
    expect(scan('["\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uABCD\\uabcd9 \u007f"]').state).toBe("complete");
    const spaced =
      ' \t\r\n{ \t\r\n"a" \t\r\n: \t\r\n[ \t\r\n1 \t\r\n, \t\r\n{ } \t\r\n, [ ] ] \t\r\n, "b":null }'.trimStart();
    expect(scan(spaced)).toEqual({ at: spaced.length - 1, state: "complete" });
  });

  it("starts only with a bracket, and starts again after none", () => {
    for (const text of ['"a"', "1", "true", " []", "}", "]"])
      expect(scan(text)).toEqual({ at: 0, state: "invalid" });
  });

  it("limits the depth that its caller gives", () => {
    const scanner = openJsonScanner(1);
    expect([..."[["].map((character) => scanner.push(character.charCodeAt(0)))).toEqual([
      "inside",
      "too_deep",
    ]);
  });

  it("counts what is open", () => {
    const scanner = openJsonScanner();
    const depths = [...'{"a":[[],{}]}'].map((character) => {
      scanner.push(character.charCodeAt(0));
      return scanner.depth();
    });
    expect(depths).toEqual([1, 1, 1, 1, 1, 2, 3, 2, 2, 3, 2, 1, 0]);
  });

  it("accepts every form of number", () => {
    expect(scan("[0,-0,1.5,10e3,2E-7,-3.25e+2]").state).toBe("complete");
  });

  it("refuses values that are nested too deep", () => {
    expect(scan("[".repeat(MAX_JSON_DEPTH) + "]".repeat(MAX_JSON_DEPTH)).state).toBe("complete");
    expect(scan("[".repeat(MAX_JSON_DEPTH + 1))).toEqual({ at: MAX_JSON_DEPTH, state: "too_deep" });
  });
});
