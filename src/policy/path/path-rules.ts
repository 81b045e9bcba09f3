import type { TextFold } from "../../lib/index.ts";
import {
  compileRuleList,
  findInRuleList,
  type PlacedPattern,
  type ReportIssue,
  type RuleList,
} from "../rule-list.ts";
import { type CanonicalPath, joinAbsolute, type PathPlace } from "./canonical-path.ts";

export interface PathRules {
  /** Patterns that start at the root of the file system. They are matched with absolute paths. */
  readonly absolute: RuleList;
  readonly relative: RuleList;
}

export function compilePathRules(
  patterns: readonly string[],
  place: PathPlace,
  fold: TextFold,
  report: ReportIssue,
): PathRules {
  const placed = patterns.map((pattern, index) => ({ index, pattern: canonicalPattern(pattern, place) }));
  const isAbsolute = ({ pattern }: PlacedPattern) => pattern.startsWith("/") || /^[A-Za-z]:\//.test(pattern);
  return {
    absolute: compileRuleList(placed.filter(isAbsolute), fold, report),
    relative: compileRuleList(
      placed.filter((entry) => !isAbsolute(entry)),
      fold,
      report,
    ),
  };
}

/** The index of the first rule that matches the path; -1 without a match. */
export function findPathRule(rules: PathRules, path: CanonicalPath): number {
  const relative = findSpelling(rules.relative, path.text, path.directory);
  const absolute = findSpelling(rules.absolute, path.absolute ?? path.text, path.directory);
  return relative === -1 || absolute === -1 ? Math.max(relative, absolute) : Math.min(relative, absolute);
}

function findSpelling(rules: RuleList, text: string, directory: boolean): number {
  const index = findInRuleList(rules, text);
  // `secret/**` matches `secret/` but not `secret`. A path that names a directory must match both.
  return index === -1 && directory && text !== "" ? findInRuleList(rules, `${text}/`) : index;
}

// Paths are normalised before they are matched, so a pattern in another form would never match.
function canonicalPattern(pattern: string, place: PathPlace): string {
  if (/[\\[{]/.test(pattern)) return pattern;
  const home = place.home === undefined ? "~" : escapeGlob(joinAbsolute(place.home));
  return pattern
    .replace(/^~(?=\/|$)/, () => home)
    .replace(/\/(?:\.?\/)+/g, "/")
    .replace(/^\.\//, "")
    .replace(/\/$/, "/**");
}

function escapeGlob(text: string): string {
  return text.replace(/[*?[\]{},\\]/g, "\\$&");
}
