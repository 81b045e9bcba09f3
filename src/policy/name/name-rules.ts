import { foldCase } from "../fold.ts";
import { compileRuleList, findInRuleList, type ReportIssue, type RuleList } from "../rule-list.ts";

/** The rules of one profile for names of models, or of engines. */
export interface NameRules {
  /** `undefined` permits every name. */
  readonly allowed: RuleList | undefined;
  readonly disallowed: RuleList;
}

/** Compiles the two lists for models or engines. An empty allow list permits every name. */
export function compileNameRules(
  allowed: readonly string[] = [],
  disallowed: readonly string[] = [],
  report: { readonly allowed: ReportIssue; readonly disallowed: ReportIssue },
): NameRules {
  return {
    allowed:
      allowed.length === 0 ? undefined : compileRuleList(place(allowed), (name) => name, report.allowed),
    disallowed: compileRuleList(place(disallowed), foldCase, report.disallowed),
  };
}

/** The index of the first rule that denies the name in any spelling; -1 without a match. */
export function findNameRule({ disallowed }: NameRules, name: string): number {
  if (disallowed.indexes.length === 0) return -1;
  for (const spelling of spellingsOf(name)) {
    const index = findInRuleList(disallowed, spelling);
    if (index !== -1) return index;
  }
  return -1;
}

/** The index of the first rule that allows exactly this name; -1 without a match. */
export function findNamePermission(allowed: RuleList, name: string): number {
  return findInRuleList(allowed, name);
}

// `anthropic/claude-…` and `models/gemini-…` name the same model as the last part alone.
function spellingsOf(name: string): readonly string[] {
  const folded = foldCase(name).trim();
  const slash = folded.lastIndexOf("/");
  return slash === -1 ? [name, folded] : [name, folded, folded.slice(slash + 1)];
}

function place(patterns: readonly string[]): { index: number; pattern: string }[] {
  return patterns.map((pattern, index) => ({ index, pattern }));
}
