import {
  compileGlob,
  compileGlobSet,
  type Glob,
  GlobError,
  type GlobSet,
  type TextFold,
} from "../lib/index.ts";

/** One pattern of a profile that cannot be compiled. */
export interface PatternIssue {
  /** Such as `policy.deny_read[3]`. */
  readonly where: string;
  readonly pattern: string;
  readonly reason: string;
  /** Code unit offset in the pattern, where one place is to blame. */
  readonly offset?: number;
}

/** Takes note of a pattern that cannot be compiled. */
export type ReportIssue = (
  index: number,
  error: { readonly message: string; readonly offset?: number },
) => void;

/** A pattern with its place in its list. */
export interface PlacedPattern {
  readonly index: number;
  /** What is matched; the profile's own spelling may differ. */
  readonly pattern: string;
}

/** The compiled globs of one list, asked with a text as it stands and with its folded form. */
export interface RuleList {
  readonly indexes: readonly number[];
  readonly exact: GlobSet;
  readonly folded: GlobSet;
  readonly fold: TextFold;
}

/** Compiles globs and reports those that are none. */
export function compileRuleList(
  patterns: readonly PlacedPattern[],
  fold: TextFold,
  report: ReportIssue,
): RuleList {
  const indexes: number[] = [];
  const globs: Glob[] = [];
  for (const { index, pattern } of patterns) {
    try {
      globs.push(compileGlob(pattern));
      indexes.push(index);
    } catch (error) {
      if (!(error instanceof GlobError)) throw error;
      report(index, error);
    }
  }
  const exact = compileGlobSet(globs);
  const sources = globs.map((glob) => glob.source);
  const foldsPatterns = sources.some((source) => fold(source) !== source);
  return { indexes, exact, folded: foldsPatterns ? compileGlobSet(sources, { fold }) : exact, fold };
}

/** The index in the profile's list of the first rule that matches the text or its folded form, or -1. */
export function findInRuleList(rules: RuleList, text: string): number {
  if (rules.indexes.length === 0) return -1;
  let found = rules.exact.firstMatch(text);
  if (found === -1) {
    const folded = rules.fold(text);
    if (folded !== text || rules.folded !== rules.exact) found = rules.folded.firstMatch(folded);
  }
  return rules.indexes[found] ?? -1;
}
