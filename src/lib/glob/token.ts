// `any` is `?` and `star` is `*`; both cross `/`. The recursive kinds are globset's three meanings of `**`:
// before a `/` it stands for nothing, a `/`, or anything that ends in one; after a `/` at the end, for the `/`
// and anything; between two, for a single `/` or for anything that starts and ends with one.

/** One piece of a parsed pattern. */
export type Token =
  | { readonly kind: "literal"; readonly character: string }
  | { readonly kind: "class"; readonly ranges: CodePointRanges }
  | { readonly kind: "alternates"; readonly branches: readonly Tokens[] }
  | { readonly kind: "any" | "star" | "recursive_prefix" | "recursive_suffix" | "recursive_between" };

/** A parsed pattern, or one branch of an alternation. */
export type Tokens = readonly Token[];

/** Accepted code points as first, last, first, last …; ascending, disjoint and not adjacent. */
export type CodePointRanges = readonly number[];

/** The largest code point of Unicode. */
export const LAST_CODE_POINT = 0x10ffff;

/** Orders ranges and joins those that touch. */
export function mergeRanges(pairs: readonly (readonly [number, number])[]): number[] {
  const merged: number[] = [];
  for (const [first, last] of pairs.toSorted((left, right) => left[0] - right[0])) {
    const end = merged.at(-1);
    if (end !== undefined && first <= end + 1) merged[merged.length - 1] = Math.max(end, last);
    else merged.push(first, last);
  }
  return merged;
}

/** The code points that the given ranges leave out. */
export function invertRanges(ranges: CodePointRanges): number[] {
  const inverted: number[] = [];
  let next = 0;
  for (let at = 0; at < ranges.length; at += 2) {
    if (ranges[at]! > next) inverted.push(next, ranges[at]! - 1);
    next = ranges[at + 1]! + 1;
  }
  if (next <= LAST_CODE_POINT) inverted.push(next, LAST_CODE_POINT);
  return inverted;
}

/** Whether a code point lies in the ranges. */
export function rangesInclude(ranges: CodePointRanges, codePoint: number): boolean {
  let low = 0;
  let high = ranges.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (codePoint < ranges[2 * middle]!) high = middle - 1;
    else if (codePoint > ranges[2 * middle + 1]!) low = middle + 1;
    else return true;
  }
  return false;
}
