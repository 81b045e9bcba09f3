import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRawNumber, numberOf, parseAsWritten, settleMembers, settleNumbers } from "../index.ts";

const digits = fc.stringMatching(/^[0-9]{1,25}$/);
const whole = digits.map((text) => text.replace(/^0+(?=\d)/, ""));
const literal = fc
  .tuple(
    fc.boolean(),
    whole,
    fc.option(digits),
    fc.option(fc.tuple(fc.constantFrom("e", "E", "e+", "e-", "E-"), fc.stringMatching(/^[0-9]{1,3}$/))),
  )
  .map(
    ([isMinus, before, after, exponent]) =>
      `${isMinus ? "-" : ""}${before}${after === null ? "" : `.${after}`}${exponent === null ? "" : exponent.join("")}`,
  );

describe("JSON that is parsed as it is written", () => {
  it("gives every number back as it came, wherever it stands", () => {
    fc.assert(
      fc.property(literal, fc.string(), (number, text) => {
        for (const json of [
          number,
          `[${number}]`,
          `{"a":${number},"b":[1,${number}],"${"c"}":{"d":${number}}}`,
          `[${JSON.stringify(text)},${number}]`,
        ])
          expect(JSON.stringify(parseAsWritten(json))).toBe(json);
        expect(JSON.stringify(parseAsWritten(` [ 1 ,\n ${number} ] `))).toBe(`[1,${number}]`);
        expect(JSON.stringify(parseAsWritten(`{"a" :\t${number}}`))).toBe(`{"a":${number}}`);
      }),
      { numRuns: 500 },
    );
  });

  it("is what JSON.parse gives, if JavaScript prints every number as it came", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseAsWritten(text)).toEqual(JSON.parse(text));
      }),
    );
    const odd = '{"__proto__":{"a":1.0},"a":1,"a":[-0]}';
    const parsed = parseAsWritten(odd);
    expect(JSON.stringify(parsed)).toBe('{"__proto__":{"a":1.0},"a":[-0]}');
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  });

  it("is refused as by JSON.parse, also if it nests too deep to be followed", () => {
    for (const text of [
      "",
      "[1.0",
      "01.0",
      "1.",
      "[1e400,]",
      `${"[".repeat(1_000_000)}1.0${"]".repeat(1_000_000)}`,
    ])
      expect(() => parseAsWritten(text)).toThrow(SyntaxError);
  });

  it("takes linear time for text that looks like numbers", () => {
    for (const text of [
      `"${" 1.".repeat(200_000)}"`,
      `"${" 1".repeat(200_000)}"`,
      `"${"1".repeat(500_000)}"`,
      `"${":1.0000".repeat(100_000)}1"`,
    ])
      expect(parseAsWritten(text)).toBe(JSON.parse(text));
  });
});

describe("a number that is kept as it is written", () => {
  const raw = (text: string) => parseAsWritten(text);

  it.each([
    ["1.0", 1],
    ["-0", -0],
    ["1e3", 1000],
    ["0.1234567890123456789", 0.12345678901234568],
    ["9007199254740993", undefined],
    ["1e400", undefined],
    ["1e-400", undefined],
    ["18446744073709551616", 2 ** 64],
  ])("%s has the double %s", (text, expected) => {
    expect(isRawNumber(raw(text))).toBe(true);
    expect(numberOf(raw(text))).toBe(expected);
  });

  it("has no double if it is no number", () => {
    for (const value of ["1", null, undefined, true, {}, [], { rawJSON: "1.0" }])
      expect(numberOf(value)).toBeUndefined();
    expect(numberOf(7)).toBe(7);
  });

  it("is settled if a double holds it", () => {
    const text = '{"a":1.0,"b":[1e400,{"c":-0.0}],"d":9007199254740993,"e":2}';
    expect(JSON.stringify(settleNumbers(raw(text)))).toBe(
      '{"a":1,"b":[1e400,{"c":0}],"d":9007199254740993,"e":2}',
    );
    expect(settleNumbers(raw('[9007199254740993,{"a":1.50}]'), true)).toEqual([9007199254740992, { a: 1.5 }]);
    const members = raw(text) as Record<string, unknown>;
    expect(JSON.stringify(settleMembers(members))).toBe(
      '{"a":1,"b":[1e400,{"c":-0.0}],"d":9007199254740993,"e":2}',
    );
    expect(JSON.stringify(members)).toBe(text);
    const plain = { a: [1, { b: "x" }], c: null };
    expect(settleNumbers(plain)).toBe(plain);
    expect(settleMembers(plain)).toBe(plain);
  });
});
