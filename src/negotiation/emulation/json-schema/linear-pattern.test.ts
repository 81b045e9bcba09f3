import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultSize } from "../../../../test/fault-size.ts";
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
      { numRuns: faultSize(1000, 3000) },
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

  it("refuses patterns of more than 2,000 characters", () => {
    expect(compileLinearPattern("a".repeat(2_000)).test("a".repeat(2_000))).toBe(true);
    expect(() => compileLinearPattern("a".repeat(2_001))).toThrow(/too long/);
  });

  it("refuses a pattern whose tree has more than 10,000 nodes after repetition", () => {
    // The pattern, its only branch and the repetition are three of the nodes.
    expect(compileLinearPattern("a{9997}").test("a".repeat(9_996))).toBe(false);
    expect(() => compileLinearPattern("a{9998}")).toThrow(/too large/);
  });

  it.each([
    ["^\\cA$", "\u0001", "cA"],
    ["^\\x41B$", "AB", "x41B"],
    ["^\\u0041B$", "AB", "u0041B"],
    ["^\\ud83dx$", "\ud83dx", "x"],
    ["^\\p{Lu}b$", "Ab", "ab"],
    ["^\\P{Lu}b$", "ab", "Ab"],
    ["^[\\]x]y$", "]y", "[y"],
    ["^a{2,}$", "aaa", "a"],
    ["^a{2,3}$", "aaa", "aaaa"],
    ["^a{2}$", "aa", "aaa"],
    ["^a??b$", "b", "aab"],
    ["^(?<year>\\d)(?<day>x)$", "1x", "x1"],
    ["^\\-\\/$".replace("\\-", "-"), "-/", "/-"],
    ["\\Ba", "ba", "a"],
    ["^.$", "x", "\n"],
    ["^(a|b|c)$", "c", "d"],
    ["^()$", "", "a"],
  ])("%s matches %j and not %j", (source, good, bad) => {
    expect([good, bad].map((text) => compileLinearPattern(source).test(text))).toEqual([true, false]);
  });

  it("reports its steps, and stops on request", () => {
    const counts: number[] = [];
    expect(compileLinearPattern("^ab").test("xx", (steps) => counts.push(steps))).toBe(false);
    expect(counts).toEqual([2, 1, 1]);
    const stop = () => {
      throw new Error("enough");
    };
    expect(() => compileLinearPattern("b").test("aaa", stop)).toThrow("enough");
  });

  it("reads deeply nested quantifiers once", () => {
    const source = `${"(".repeat(300)}a${")*".repeat(300)}`;
    expect(compileLinearPattern(`^${source}$`).test("aaa")).toBe(true);
  });
});
