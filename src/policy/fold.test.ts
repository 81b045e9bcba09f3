import * as fc from "fast-check";
import { expect, test } from "vitest";
import { foldCase, foldLookalikes } from "./fold.ts";

test.each([
  ["．ｅｎｖ", ".env"],
  ["e\u0301", "\u00e9"],
  ["a\u200b\u2060b", "ab"],
  ["\u0430\u0435\u043e", "aeo"],
  ["\uff3c", "\\"],
  ["Bash", "Bash"],
])("%j folds to %j", (text, folded) => {
  expect(foldLookalikes(text)).toBe(folded);
});

test.each([
  ["BASH", "bash"],
  ["Straße", "strasse"],
  ["ΟΔΟΣ", foldCase("οδος")],
  ["\u212Aelvin", "kelvin"],
  ["ＢＡＳＨ", "bash"],
])("%j folds with its case to %j", (text, folded) => {
  expect(foldCase(text)).toBe(folded);
});

test("folding what is folded changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 8 }), (text) => {
      expect(foldLookalikes(foldLookalikes(text))).toBe(foldLookalikes(text));
      expect(foldCase(foldCase(text))).toBe(foldCase(text));
    }),
    { numRuns: 5000 },
  );
});
