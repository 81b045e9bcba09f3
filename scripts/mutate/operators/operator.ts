import type { Site } from "../syntax-tree.ts";

/** A change of the source text: `text` takes the place of the characters from `start` up to `end`. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Lists the changes that one kind of mutation makes at one node; an empty list for most nodes. */
export type Operator = (site: Site) => readonly Replacement[];

/** Replaces a token such as `<` that stands between two nodes, past comments that may precede it. */
export function replaceToken(
  site: Site,
  between: { readonly start: number; readonly end: number },
  token: string,
  replacement: string,
): readonly Replacement[] {
  const gap = site.text
    .slice(between.start, between.end)
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => " ".repeat(comment.length));
  const offset = gap.indexOf(token);
  if (offset === -1) return [];
  const start = between.start + offset;
  return [{ start, end: start + token.length, text: replacement }];
}
