import {
  compileGlob,
  compileGlobSet,
  type Glob,
  GlobError,
  type GlobSet,
  type TextFold,
} from "../lib/index.ts";

/** A pattern that does not compile. */
export interface PatternIssue {
  /** For example `policy.deny_read[3]`. */
  readonly where: string;
  readonly pattern: string;
  readonly reason: string;
  /** The offset of the fault in code units, if it has one place. */
  readonly offset?: number;
}

export type ReportIssue = (
  index: number,
  error: { readonly message: string; readonly offset?: number },
) => void;

/** A pattern and its index in the list. */
export interface PlacedPattern {
  readonly index: number;
  /** The pattern to match. The profile may spell it differently. */
  readonly pattern: string;
}

/** The compiled globs of one list, for a text and for its folded form. */
export interface RuleList {
  readonly indexes: readonly number[];
  /** The patterns that compiled, in the order of `indexes`. */
  readonly patterns: readonly string[];
  readonly exact: GlobSet;
  readonly folded: GlobSet;
  readonly fold: TextFold;
}

/** Compiles globs and reports those that do not compile. */
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
  return {
    indexes,
    patterns: sources,
    exact,
    folded: foldsPatterns ? compileGlobSet(sources, { fold }) : exact,
    fold,
  };
}

/** The index of the first rule that matches the text or its folded form; -1 without a match. */
export function findInRuleList(rules: RuleList, text: string): number {
  if (rules.indexes.length === 0) return -1;
  let found = rules.exact.firstMatch(text);
  if (found === -1) {
    const folded = rules.fold(text);
    if (folded !== text || rules.folded !== rules.exact) found = rules.folded.firstMatch(folded);
  }
  return rules.indexes[found] ?? -1;
}
