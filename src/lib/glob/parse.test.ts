import { describe, expect, test } from "vitest";
import { compileGlob } from "./glob.ts";
import { GlobError, type GlobErrorReason } from "./glob-error.ts";
import { parseGlob } from "./parse.ts";

const refused: readonly (readonly [pattern: string, reason: GlobErrorReason, offset: number])[] = [
  ["[", "unclosed_class", 0],
  ["a/[]", "unclosed_class", 2],
  ["[!", "unclosed_class", 0],
  ["[!]", "unclosed_class", 0],
  ["[a-", "unclosed_class", 0],
  ["[z-a]", "invalid_range", 3],
  ["[z--]", "invalid_range", 3],
  ["[a-z-9]", "invalid_range", 5],
  ["{a,b", "unclosed_alternates", 0],
  ["x{a,{b,c}", "unclosed_alternates", 1],
  ["a,b}", "unopened_alternates", 3],
  ["{a,b}}", "unopened_alternates", 5],
  ["a\\", "dangling_escape", 1],
  [`${"{".repeat(300)}a${"}".repeat(300)}`, "nested_too_deeply", 200],
  ["a".repeat(70_000), "too_long", 65_536],
];

describe("a pattern that is not a glob", () => {
  test.each(refused)("%.40j is refused as %s at offset %i", (pattern, reason, offset) => {
    let thrown: unknown;
    try {
      compileGlob(pattern);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(GlobError);
    expect(thrown).toMatchObject({ pattern, reason, offset });
  });

  test.each<[GlobErrorReason, string]>([
    ["unclosed_class", "the character class has no closing ] (offset 3)"],
    ["invalid_range", "the range in the character class runs backwards (offset 3)"],
    ["unclosed_alternates", "the { has no closing } (offset 3)"],
    ["unopened_alternates", "the } has no opening { (offset 3)"],
    ["dangling_escape", "the \\ at the end escapes nothing (offset 3)"],
    ["nested_too_deeply", "the alternatives are nested too deeply (offset 3)"],
    ["too_long", "the pattern is too long (offset 3)"],
  ])("%s is said in words", (reason, message) => {
    expect({ ...new GlobError(reason, "p", 3), message: new GlobError(reason, "p", 3).message }).toEqual({
      name: "GlobError",
      pattern: "p",
      offset: 3,
      reason,
      message,
    });
  });

  test("nesting is accepted as deep as the reference takes it", () => {
    expect(compileGlob(`${"{".repeat(200)}a${"}".repeat(200)}`).matches("a")).toBe(true);
  });
});

test.each(["{b,a/**}", "{a/**,b}"])("%s has a branch that ends in everything below a folder", (pattern) => {
  const folder = [{ kind: "literal", character: "a" }, { kind: "recursive_suffix" }];
  const letter = [{ kind: "literal", character: "b" }];
  const branches = pattern.startsWith("{b") ? [letter, folder] : [folder, letter];
  expect(parseGlob(pattern)).toStrictEqual([{ kind: "alternates", branches }]);
});
