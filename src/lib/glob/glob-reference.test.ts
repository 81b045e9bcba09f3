import * as fc from "fast-check";
import { expect, test } from "vitest";
import { compileGlob } from "./glob.ts";

// A generated pattern is written twice, as a glob and as the regular expression that globset documents for it,
// so that the expectation needs no parser.
interface Written {
  readonly glob: string;
  readonly regex: string;
}

function quote(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

const join = (parts: readonly Written[], between: Written = { glob: "", regex: "" }): Written => ({
  glob: parts.map((part) => part.glob).join(between.glob),
  regex: parts.map((part) => part.regex).join(between.regex),
});

const literal = fc
  .tuple(fc.constantFrom(..."abc./-!é😀", "*", "?", "[", "{", "}", ",", "\\"), fc.boolean())
  .map(([character, escaped]): Written => {
    const glob = escaped || /[*?[\]{},\\]/.test(character) ? `\\${character}` : character;
    return { glob, regex: quote(character) };
  });

const any = fc.constant<Written>({ glob: "?", regex: "." });
const star = fc.constant<Written>({ glob: "*", regex: ".*" });

const member = fc.oneof(
  fc.constantFrom(..."abz./*?!é").map((character) => ({ glob: character, regex: quote(character) })),
  fc.constant({ glob: "a-f", regex: "a-f" }),
  fc.constant({ glob: "0-9", regex: "0-9" }),
);
const characterClass = fc
  .tuple(fc.constantFrom("", "!", "^"), fc.boolean(), fc.array(member, { minLength: 1, maxLength: 3 }))
  .map(([negation, bracketFirst, members]): Written => {
    const inner = join(members);
    // An exclamation mark that comes first would negate; a closing bracket that comes first is a member.
    const glob = `[${negation}${bracketFirst ? "]" : "x"}${inner.glob}]`;
    return { glob, regex: `[${negation === "" ? "" : "^"}${bracketFirst ? "\\]" : "x"}${inner.regex}]` };
  });

const { sequence } = fc.letrec<{ sequence: Written; alternates: Written }>((tie) => ({
  sequence: fc
    .array(
      fc.oneof(
        { depthSize: "small" },
        { weight: 5, arbitrary: literal },
        { weight: 2, arbitrary: star },
        { weight: 1, arbitrary: any },
        { weight: 1, arbitrary: characterClass },
        { weight: 1, arbitrary: tie("alternates") },
      ),
      { minLength: 1, maxLength: 4 },
    )
    // Two stars side by side would be another token.
    .map((parts) => join(parts.filter((part, at) => part.glob !== "*" || parts[at - 1]?.glob !== "*"))),
  alternates: fc.array(tie("sequence"), { minLength: 1, maxLength: 3 }).map((branches): Written => {
    const inner = join(branches, { glob: ",", regex: "|" });
    return { glob: `{${inner.glob}}`, regex: `(?:${inner.regex})` };
  }),
}));

const slash: Written = { glob: "/", regex: "/" };
const between: Written = { glob: "/**/", regex: "(?:/|/.*/)" };
const pattern = fc
  .record({
    prefix: fc.boolean(),
    segments: fc.array(fc.tuple(sequence, fc.constantFrom(slash, between)), { minLength: 1, maxLength: 3 }),
    suffix: fc.boolean(),
  })
  .map(({ prefix, segments, suffix }): Written => {
    const parts: Written[] = prefix ? [{ glob: "**/", regex: "(?:/?|.*/)" }] : [];
    for (const [at, [segment, separator]] of segments.entries()) {
      if (at > 0) parts.push(separator);
      parts.push(segment);
    }
    if (suffix) parts.push({ glob: "/**", regex: "/.*" });
    return join(parts);
  });

const text = fc
  .array(fc.constantFrom(..."abc./-!é😀*?[{},\\]x5", "/", "/", "a"), { maxLength: 10 })
  .map((characters) => characters.join(""));

test("every pattern matches what its regular expression matches", () => {
  let matched = 0;
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 8, maxLength: 8 }), ({ glob, regex }, texts) => {
      const compiled = compileGlob(glob);
      const reference = new RegExp(`^(?:${regex})$`, "su");
      for (const candidate of texts) {
        const expected = reference.test(candidate);
        if (expected) matched += 1;
        expect(compiled.matches(candidate), `${glob} on ${JSON.stringify(candidate)}`).toBe(expected);
      }
    }),
    { numRuns: 2000 },
  );
  expect(matched).toBeGreaterThan(200);
});
