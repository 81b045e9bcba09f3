import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonError, readJson } from "../json/index.ts";
import { parseFreeLine } from "./parse-line.ts";

/** The value, or the rule that the text breaks. */
function outcome(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof JsonError) return { rule: error.rule };
    throw error;
  }
}

const reader = (text: string) => outcome(() => readJson(text, { isFree: true }));
const ours = (text: string) => outcome(() => parseFreeLine(text));

const LONG = "z".repeat(200);

describe("parseFreeLine", () => {
  it.each([
    '{"a":1,"b":[true,null,{"c":"d"}]}',
    '{"a":1,"a":2}',
    '{"a":{"b":1,"\\u0062":2}}',
    '{"__proto__":{"admin":true}}',
    '{"x":[{"\\u005f_proto__":1}]}',
    '{"constructor":1,"toString":2,"":3}',
    '{"a":"\\ud800"}',
    '{"a":"\\uD83D\\ude00"}',
    '{"a":9007199254740993}',
    '{"a":123456789012345}',
    '{"a":1e400}',
    '{"a":1E5,"b":-0.5e-3}',
    '{"a":01}',
    '{"a":"\u2028"}',
    '{"a":"\0"}',
    '{"a":1}\r',
    "\r",
    "",
    "nul",
    '{"a":1} x',
    '\ufeff{"a":1}',
    '{"a":"b:c,{[\\"d\\\\"}',
    `{"text":"${LONG}\\n${LONG}\\"${LONG}","other":"${LONG}","x":{"text":"\\\\"}}`,
    `{"text":"${LONG}\\ud800"}`,
    `{"text":"${LONG}","text":"${LONG}"}`,
    '{"10":1,"9":2,"1":3}',
    '[1,-2,3.25,{"a":-1}]',
    '{"a":"unclosed',
    "5",
    '"text"',
  ])("judges %s as the reader does", (text) => {
    expect(ours(text)).toEqual(reader(text));
  });

  it("S19 takes 100,000 levels as text, and leaves the prototype as it is", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(ours(deep)).toEqual(reader(deep));
    expect(JSON.stringify(ours(deep)).length).toBeLessThan(300_000);
    const named = ours('{"__proto__":{"admin":true}}') as { value: object };
    expect(Object.keys(named.value)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>)["admin"]).toBeUndefined();
    for (const levels of [128, 129])
      expect(ours("[".repeat(levels) + "]".repeat(levels))).toEqual(
        reader("[".repeat(levels) + "]".repeat(levels)),
      );
  });

  it("S19 refuses a name that is given twice, however it is written", () => {
    expect(ours('{"t":"event","t":"final"}')).toEqual({ rule: "duplicate-key" });
    expect(ours('{"a":{"k":1,"\\u006b":1}}')).toEqual({ rule: "duplicate-key" });
  });

  it("S18 keeps U+2028 in strings and refuses a raw NUL", () => {
    expect(ours('{"a":"x\u2028y"}')).toEqual({ value: { a: "x\u2028y" } });
    expect(ours('{"a":\0 1}')).toEqual({ rule: "syntax" });
  });

  it("judges every JSON value, spaced or not, as the reader does", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1), (value, spaces) => {
        const text = JSON.stringify(value, null, spaces).replaceAll("\n", " ");
        expect(ours(text)).toEqual(reader(text));
      }),
    );
  });

  it("judges texts with one changed character as the reader does", () => {
    const base = '{"t":"event","n":-12.5,"s":"a\\u00e9\\n\\"","o":{"p":[1,{"q":null}],"r":true}}';
    fc.assert(
      fc.property(
        fc.nat(base.length - 1),
        fc.constantFrom('"', "\\", "{", "}", "[", ",", ":", "1", "e", "d", "u", " ", "\t", ""),
        (at, character) => {
          const text = base.slice(0, at) + character + base.slice(at + 1);
          expect(ours(text)).toEqual(reader(text));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
