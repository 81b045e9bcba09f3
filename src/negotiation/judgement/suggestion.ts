import type { Requirement } from "../demand/requirement.ts";
import type { Manifest } from "../supply/manifest.ts";
import { compareTargets, sameTarget, type Target } from "../supply/target.ts";
import type { Finding } from "./finding.ts";
import { type JudgeOptions, judge, verdictOf } from "./judge.ts";

export interface SuggestionRequest {
  readonly demand: readonly Requirement[];
  readonly candidates: readonly Manifest[];
  readonly options: JudgeOptions;
  /** The requested target. It is not suggested, but its provider is preferred. */
  readonly asked: Target;
  /** The current target. It is not suggested. */
  readonly current?: Target;
  readonly count?: number;
}

/**
 * Lists candidates with the verdict `accept`, best first: fewest deferred findings, then fewest emulated or
 * restricted ones, then the requested provider, then by name. The caller decides whether to use one.
 */
export function suggestTargets(request: SuggestionRequest): readonly Target[] {
  const { demand, candidates, options, asked, current, count = 3 } = request;
  return candidates
    .filter(
      ({ target }) => !sameTarget(target, asked) && (current === undefined || !sameTarget(target, current)),
    )
    .map((manifest) => ({
      target: manifest.target,
      findings: demand.map((requirement) => judge(requirement, manifest, options)),
    }))
    .filter(({ findings }) => verdictOf(findings) === "accept")
    .sort(
      (left, right) =>
        countOutcomes(left.findings, "deferred") - countOutcomes(right.findings, "deferred") ||
        countOutcomes(left.findings, "emulated", "restricted") -
          countOutcomes(right.findings, "emulated", "restricted") ||
        Number(right.target.provider === asked.provider) - Number(left.target.provider === asked.provider) ||
        compareTargets(left.target, right.target),
    )
    .slice(0, count)
    .map(({ target }) => target);
}

function countOutcomes(findings: readonly Finding[], ...outcomes: readonly Finding["outcome"][]): number {
  return findings.filter((finding) => outcomes.includes(finding.outcome)).length;
}
