import * as fc from "fast-check";
import { expect, test } from "vitest";
import { foldCase, foldLookalikes, isAscii } from "./fold.ts";

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
  ["", true],
  ["Bash\u007f\n", true],
  ["\u0080", false],
  ["a\u00e9", false],
  ["\u00e9a", false],
])("%j is ASCII: %s", (text, expected) => {
  expect(isAscii(text)).toBe(expected);
});

test.each([
  ["BASH", "bash"],
  ["Straße", "strasse"],
  ["STRAẞE", "strasse"],
  ["ΟΔΟΣ", foldCase("οδος")],
  ["\u212Aelvin", "kelvin"],
  ["ＢＡＳＨ", "bash"],
])("%j folds with its case to %j", (text, folded) => {
  expect(foldCase(text)).toBe(folded);
});

// Confusables of UTS #39, by the Latin letter or sign that they look like.
test.each([
  ["a", "\u0430\u03b1"],
  ["c", "\u0441\u03f2"],
  ["d", "\u0501"],
  ["e", "\u0435"],
  ["g", "\u0261"],
  ["h", "\u04bb"],
  ["i", "\u0456\u0131\u03b9"],
  ["j", "\u0458"],
  ["k", "\u03ba"],
  ["o", "\u043e\u03bf"],
  ["p", "\u0440\u03c1"],
  ["q", "\u051b"],
  ["s", "\u0455"],
  ["v", "\u0475\u03bd"],
  ["w", "\u051d"],
  ["x", "\u0445\u03c7"],
  ["y", "\u0443\u03b3"],
  ["A", "\u0410\u0391"],
  ["B", "\u0412\u0392"],
  ["C", "\u0421"],
  ["E", "\u0415\u0395"],
  ["H", "\u041d\u0397"],
  ["I", "\u0406\u0399"],
  ["J", "\u0408"],
  ["K", "\u041a\u039a"],
  ["M", "\u041c\u039c"],
  ["N", "\u039d"],
  ["O", "\u041e\u039f"],
  ["P", "\u0420\u03a1"],
  ["S", "\u0405"],
  ["T", "\u0422\u03a4"],
  ["X", "\u0425\u03a7"],
  ["Y", "\u0423\u03a5"],
  ["Z", "\u0396"],
  ["/", "\u2044\u2215\u2571"],
  ["-", "\u2010\u2212"],
  ["_", "\u02cd"],
])("what looks like %j folds to it", (latin, lookalikes) => {
  for (const lookalike of lookalikes) {
    expect(foldLookalikes(lookalike)).toBe(latin);
    expect(foldLookalikes(`x${lookalike}${lookalike}`)).toBe(`x${latin}${latin}`);
    expect(foldCase(lookalike)).toBe(latin.toLowerCase());
  }
});

test("a letter of another script that looks like none stays", () => {
  for (const letter of ["\u0436", "\u03c9", "\u4e2d"]) expect(foldLookalikes(letter)).toBe(letter);
});

test("folding a folded letter changes nothing, for every letter that has another case", () => {
  const letters = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter((letter) =>
    /\p{Changes_When_Casemapped}/u.test(letter),
  );
  expect(letters.length).toBeGreaterThan(2000);
  expect(letters.filter((letter) => foldCase(foldCase(letter)) !== foldCase(letter))).toEqual([]);
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
