import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob } from "./glob.ts";
import { listWitnesses } from "./witnesses.ts";

const pattern = fc
  .array(fc.constantFrom("a", "b", "*", "?", "[ab]", "[!a]", "{a,bb}", "\\*"), { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(""));
const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "*"), maxLength: 6 });

describe("the witnesses of patterns", () => {
  it.each<[string, string[], string[], string[]]>([
    ["one that only it matches", ["a*"], [], ["a"]],
    ["the overlap, whatever the order of the letters", ["a*"], ["*b"], ["a", "ab"]],
    ["none of a pattern that shares nothing", ["a*"], ["b*"], ["a"]],
    ["the only text that a literal has", ["ab"], ["a*", "*b", "?"], ["ab"]],
    ["one for each of two patterns", ["a", "b"], ["b"], ["a", "b"]],
    ["no half of a character", ["[\u{d7ff}-\u{e000}]"], [], ["\u{d7ff}"]],
    ["those of a lone `**`, which matches everything", ["a"], ["**"], ["a"]],
    ["none without a pattern", [], ["a"], []],
  ])("are %s", (_, own, others, expected) => {
    expect(listWitnesses(own, others)).toEqual(expected);
  });

  it("are matched, and show every set of patterns that a text can match", () => {
    fc.assert(
      fc.property(
        fc.array(pattern, { maxLength: 2 }),
        fc.array(pattern, { maxLength: 4 }),
        text,
        (own, others, one) => {
          const owned = own.map((source) => compileGlob(source));
          const globs = others.map((source) => compileGlob(source));
          const setOf = (given: string) => globs.map((glob) => glob.matches(given)).join();
          const isOwn = (given: string) => owned.some((glob) => glob.matches(given));
          const found = listWitnesses(own, others);
          expect(found.filter((witness) => !isOwn(witness))).toEqual([]);
          expect(new Set(found.map(setOf)).size).toBe(found.length);
          if (isOwn(one)) expect(found.map(setOf)).toContain(setOf(one));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("end with patterns that have very many states", () => {
    const many = Array.from({ length: 12 }, (_, at) => `*a${"?".repeat(at + 3)}`);
    expect(listWitnesses(["*"], many).length).toBeGreaterThan(10);
  });
});
