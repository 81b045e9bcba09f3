import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileGlob } from "./glob.ts";
import { GlobError } from "./glob-error.ts";
import { compileGlobSet } from "./glob-set.ts";

const patterns = [
  "a",
  "a/b",
  "*",
  "**",
  "a*",
  "a/**",
  "*b",
  "*.b",
  "**/*.b",
  "**/b",
  "**/a/b",
  "**/a/**",
  "**/a/b/**",
  "a/**/b",
  "{a,b}/*",
  "[ab]?",
  "",
  "/**",
];

describe("a set of globs", () => {
  test("names the first pattern that matches, whichever way each is matched", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...patterns), { maxLength: 8 }),
        fc.array(fc.constantFrom("a", "b", "/", "."), { maxLength: 7 }),
        (chosen, characters) => {
          const text = characters.join("");
          const set = compileGlobSet(chosen);
          const expected = chosen.findIndex((pattern) => compileGlob(pattern).matches(text));
          expect(set.firstMatch(text)).toBe(expected);
          expect(set.matches(text)).toBe(expected >= 0);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test("finds one of ten thousand", () => {
    const many = Array.from({ length: 10_000 }, (_, at) =>
      at % 2 === 0 ? `**/dir${at}/**` : `src/{a,b}${at}*.ts`,
    );
    const set = compileGlobSet(many);
    expect(set.firstMatch("x/dir4242/y")).toBe(4242);
    expect(set.firstMatch("src/b7777-x.ts")).toBe(7);
    expect(set.firstMatch("src/c1.ts")).toBe(-1);
  });

  test("takes compiled globs and folds what it compiles itself", () => {
    const set = compileGlobSet([compileGlob("x"), "README*"], { fold: (text) => text.toLowerCase() });
    expect(set.firstMatch("readme.md")).toBe(1);
    expect(set.globs.map((glob) => glob.source)).toEqual(["x", "README*"]);
  });

  test("refuses a pattern that is not a glob", () => {
    expect(() => compileGlobSet(["a", "[b"])).toThrow(GlobError);
  });
});
