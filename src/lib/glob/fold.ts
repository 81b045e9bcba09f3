import { mergeRanges, type Token, type Tokens } from "./token.ts";

/** Maps a text to the form in which it is compared, such as its lower case; must map a part as it maps the whole. */
export type TextFold = (text: string) => string;

// A class member is folded one by one; beyond this many a range is kept as it stands.
const MAX_FOLDED_MEMBERS = 4096;

/** The pattern as it applies to texts that were folded the same way. */
export function foldTokens(tokens: Tokens, fold: TextFold): Tokens {
  const folded: Token[] = [];
  let run = "";
  const endRun = () => {
    for (const character of fold(run)) folded.push({ kind: "literal", character });
    run = "";
  };
  for (const token of tokens) {
    // Neighbouring literals are folded together, because composition looks at more than one character.
    if (token.kind === "literal") {
      run += token.character;
      continue;
    }
    endRun();
    if (token.kind === "alternates") {
      folded.push({ ...token, branches: token.branches.map((branch) => foldTokens(branch, fold)) });
    } else if (token.kind === "class") {
      folded.push({ ...token, ranges: foldRanges(token.ranges, fold) });
    } else {
      folded.push(token);
    }
  }
  endRun();
  return folded;
}

function foldRanges(ranges: readonly number[], fold: TextFold): number[] {
  const pairs: [number, number][] = [];
  for (let at = 0; at < ranges.length; at += 2) {
    const [first, last] = [ranges[at]!, ranges[at + 1]!];
    pairs.push([first, last]);
    if (last - first >= MAX_FOLDED_MEMBERS) continue;
    for (let codePoint = first; codePoint <= last; codePoint += 1) {
      const [only, ...more] = fold(String.fromCodePoint(codePoint));
      if (only !== undefined && more.length === 0) pairs.push([only.codePointAt(0)!, only.codePointAt(0)!]);
    }
  }
  return mergeRanges(pairs);
}
