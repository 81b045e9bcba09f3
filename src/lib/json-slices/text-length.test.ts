import { expect, it } from "vitest";
import { textLength } from "./text-length.ts";

it("counts the texts of a value, each value as one, and stops at the limit", () => {
  expect(textLength({ a: "abc", b: [1, null, "de"] }, 100)).toBe(1 + 4 + 1 + 1 + 1 + 3);
  expect(textLength(["abc", "de"], 2)).toBe(1 + 3);
  expect(textLength(undefined, 5)).toBe(1);
});
