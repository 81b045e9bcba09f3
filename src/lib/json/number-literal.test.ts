import { describe, expect, it } from "vitest";
import { keepsLiteral, numberLiteralValue, scanNumberLiteral } from "./number-literal.ts";

describe("the end of a number literal", () => {
  it.each([
    ["0", 1],
    ["-0", 2],
    ["10,", 2],
    ["19/", 2],
    ["9:", 1],
    ["1.50]", 4],
    ["1e5", 3],
    ["1E+5 ", 4],
    ["-1.0e-10}", 8],
    ["", ~0],
    ["-", ~1],
    ["+1", ~0],
    ["01", ~1],
    ["-00", ~2],
    ["1.", ~2],
    ["1.e5", ~2],
    ["1e", ~2],
    ["1e+", ~3],
    ["1e-x", ~3],
  ])("of %j is %i", (text, end) => {
    expect(scanNumberLiteral(text, 0)).toBe(end);
    expect(scanNumberLiteral(` ${text}`, 1)).toBe(end < 0 ? end - 1 : end + 1);
  });
});

describe("the value of a number literal", () => {
  it.each<[string, number | string]>([
    ["0", 0],
    ["-0", -0],
    ["7", 7],
    ["999999999999999", 999999999999999],
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", 9007199254740992],
    ["9007199254740993", "inexact-integer"],
    ["-9007199254740993", "inexact-integer"],
    ["18446744073709551616", 2 ** 64],
    ["18446744073709552000", 2 ** 64],
    ["18446744073709551615", "inexact-integer"],
    ["9007199254740993.0", 9007199254740992],
    ["9007199254740993e0", 9007199254740992],
    ["1E22", 1e22],
    ["0.1", 0.1],
    ["1.5e3", 1500],
    ["0e5", 0],
    ["0.0", 0],
    ["1e-400", "number-underflow"],
    ["0.01e-400", "number-underflow"],
    ["-1e-400", "number-underflow"],
    ["1e400", "number-overflow"],
    ["-1e400", "number-overflow"],
  ])("%s is %s", (literal, value) => {
    expect(numberLiteralValue(`[${literal}]`, 1, literal.length + 1)).toBe(value);
  });
});

describe("a literal", () => {
  it.each([
    "0",
    "-0",
    "0.00",
    "1",
    "1.0",
    "10",
    "1e1",
    "100e-2",
    "0.10",
    "-2.50",
    "1e21",
    "1E+21",
    "123456789012",
  ])("is kept by its double: %s", (literal) => {
    expect(keepsLiteral(literal)).toBe(true);
  });

  it.each(["0.1000000000000000055511151231257827", "9007199254740993", "1e400", "1.00000000000000000001"])(
    "is not kept by its double: %s",
    (literal) => {
      expect(keepsLiteral(literal)).toBe(false);
    },
  );
});
