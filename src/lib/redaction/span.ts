/** A part of a text: from the first index up to, not including, the second. */
export type Span = readonly [start: number, end: number];

/** Replaces every span by a mark, spans that touch or overlap together by one. */
export function replaceSpans(text: string, spans: readonly Span[], mark: string): string {
  let result = "";
  let kept = 0;
  let marked = -1;
  for (const [start, end] of [...spans].sort((left, right) => left[0] - right[0])) {
    if (start > marked) {
      result += text.slice(kept, start) + mark;
      marked = end;
    } else {
      marked = Math.max(marked, end);
    }
    kept = marked;
  }
  return result + text.slice(kept);
}
