import type { Citation } from "../../contract/index.ts";

/** The citations without those that name a page once more for the same part of the answer. */
export function distinctCitations(citations: readonly Citation[]): readonly Citation[] {
  if (citations.length < 2) return citations;
  const seen = new Set<string>();
  return citations.filter(({ url, answer }) => {
    if (url === undefined) return true;
    const key = JSON.stringify([url, answer?.start, answer?.end]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
