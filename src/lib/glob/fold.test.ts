import { expect, test } from "vitest";
import { compileGlob } from "./glob.ts";

const lower = (text: string) => text.toLowerCase();

test.each([
  ["**/.ENV", "a/.env", true],
  ["{README,Licence}*", "licence.md", true],
  ["[A-C]x", "bx", true],
  ["[Z-a]x", "zx", true],
  ["[!A]x", "bx", true],
  ["\\Ab", "ab", true],
  ["ABC", "abd", false],
])("%j folded to lower case, asked about %j, answers %j", (pattern, text, matches) => {
  expect(compileGlob(pattern, { fold: lower }).matches(text)).toBe(matches);
});

test("letters that compose are folded together", () => {
  const fold = (text: string) => text.normalize("NFKC");
  expect(compileGlob("caf\u0065\u0301*", { fold }).matches("caf\u00e9.txt")).toBe(true);
});

test("a character of a class that the fold drops, or makes several of, stays as it is", () => {
  const fold = (text: string) => text.replaceAll("x", "").replaceAll("y", "ab").replaceAll("z", "c");
  const glob = compileGlob("[x-z]", { fold });
  expect(["x", "y", "z", "a", "b", "c", "w"].filter((text) => glob.matches(text))).toEqual([
    "x",
    "y",
    "z",
    "c",
  ]);
});

test("a range of all characters stays as it is", () => {
  expect(compileGlob("[\u0000-\u{10ffff}]", { fold: lower }).matches("ß")).toBe(true);
});
