import { describe, expect, it } from "vitest";
import { isAssumed, isFalse, isOneOf, isZero } from "./assumed.ts";

describe("a value that is assumed", () => {
  const assumptions = {
    values: { a: isFalse, b: isZero, c: isOneOf("x", "y") },
    settings: new Set(["options", "inner"]),
  };
  it.each<[string, unknown, boolean]>([
    ["odd", null, true],
    ["odd", "", true],
    ["odd", [], true],
    ["odd", [0], false],
    ["odd", {}, false],
    ["odd", 0, false],
    ["toString", 0, false],
    ["a", false, true],
    ["a", true, false],
    ["a", 0, false],
    ["b", 0, true],
    ["b", 1, false],
    ["b", false, false],
    ["c", "x", true],
    ["c", "y", true],
    ["c", "z", false],
    ["c", 1, false],
    ["options", {}, true],
    ["options", { a: false, b: 0 }, true],
    ["options", { a: false, b: 1 }, false],
    ["options", { odd: 1 }, false],
    ["options", { inner: { c: "x" } }, true],
    ["options", { inner: { c: "z" } }, false],
    ["options", [1], false],
    ["options", 5, false],
  ])("%s as %j: %j", (member, value, expected) => {
    expect(isAssumed(member, value, assumptions)).toBe(expected);
  });
});
