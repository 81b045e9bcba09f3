import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileLinearPattern } from "./linear-pattern.ts";

const atom = fc.constantFrom(
  ..."abc",
  ".",
  "\\d",
  "\\w",
  "\\s",
  "\\W",
  "[ab]",
  "[^a]",
  "[a-c\\]]",
  "\\.",
  "\\n",
  "\\x61",
  "\\u0062",
  "\\u{1F600}",
  "\\p{Lu}",
  "😀",
);
const assertion = fc.constantFrom("^", "$", "\\b", "\\B");
const quantifier = fc.constantFrom("*", "+", "?", "{2}", "{1,3}", "{2,}", "{0}", "*?", "+?");
const { pattern } = fc.letrec<{ pattern: string; sequence: string; term: string }>((tie) => ({
  pattern: fc.array(tie("sequence"), { minLength: 1, maxLength: 3 }).map((options) => options.join("|")),
  sequence: fc.array(tie("term"), { maxLength: 4 }).map((terms) => terms.join("")),
  term: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    atom,
    assertion,
    fc.tuple(atom, quantifier).map((parts) => parts.join("")),
    fc
      .tuple(fc.constantFrom("(", "(?:", "(?<n>"), tie("pattern"), fc.oneof(fc.constant(""), quantifier))
      // A name may occur once; the group itself is what is tested.
      .map(([open, inner, times]) => `${open === "(?<n>" ? "(" : open}${inner})${times}`),
  ),
}));
const subject = fc.string({ unit: fc.constantFrom(..."abc.A1 \n_]", "😀"), maxLength: 12 });

describe("a linear pattern", () => {
  it("matches what the engine's own expressions match", () => {
    fc.assert(
      fc.property(pattern, subject, (source, text) => {
        // V8 also looks for \B between the halves of a surrogate pair, where ECMA-262 never stands.
        fc.pre(!source.includes("\\B") || !text.includes("😀"));
        expect(compileLinearPattern(source).test(text)).toBe(new RegExp(source, "u").test(text));
      }),
      { numRuns: 3000 },
    );
  });

  it("reads named groups and pairs of escaped surrogates", () => {
    expect(compileLinearPattern("^(?<year>\\d{4})-\\ud83d\\ude00$").test("2026-😀")).toBe(true);
    expect(compileLinearPattern("^\\ud83d\\ude00$").test("😀😀")).toBe(false);
  });

  it.each(["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(.*a){12}", "^(\\w+\\s?)*$", "(x+x+)+y"])(
    "takes a number of steps linear in the text for %s",
    (source) => {
      const steps = (length: number): number => {
        let sum = 0;
        compileLinearPattern(source).test(`${"a".repeat(length)}!`, (count) => {
          sum += count;
        });
        return sum;
      };
      expect(steps(4_000)).toBeLessThan(2.1 * steps(2_000));
    },
  );

  it.each([
    ["(?=a)", /look-around/],
    ["(?<!a)b", /look-around/],
    ["(?i:a)", /inline flags/],
    ["(a)\\1", /back-references/],
    ["(?<n>a)\\k<n>", /back-references/],
    ["(", /not well-formed/],
    ["((((){1000}){1000}){1000})", /too large/],
    ["(a{1000}){1000}", /too large/],
  ])("refuses %s", (source, reason) => {
    expect(() => compileLinearPattern(source)).toThrow(reason);
  });

  it("refuses patterns that are too long", () => {
    expect(() => compileLinearPattern("a".repeat(3_000))).toThrow(/too long/);
  });

  it("reads deeply nested quantifiers once", () => {
    const source = `${"(".repeat(300)}a${")*".repeat(300)}`;
    expect(compileLinearPattern(`^${source}$`).test("aaa")).toBe(true);
  });
});
