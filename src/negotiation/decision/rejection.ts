import { AbpError, type ErrorCode } from "../../contract/index.ts";
import { formatSource } from "../demand/requirement.ts";
import type { Finding } from "../judgement/finding.ts";
import { formatTarget } from "../supply/target.ts";
import type { Decision } from "./decision.ts";

/** One unmet requirement, in the form of an error's details. */
export interface Miss {
  readonly capability: string;
  readonly required_by: string;
  readonly reason: string;
}

export function listMisses(decision: Decision): readonly Miss[] {
  return decision.findings
    .filter((finding) => finding.outcome === "missing")
    .map(({ requirement, reason }) => ({
      capability: requirement.capability,
      required_by: formatSource(requirement.by),
      reason,
    }));
}

/**
 * The error for a rejecting decision. It names every unmet requirement.
 *
 * @example
 * import { rejection } from "agent-backplane/negotiation";
 * if (decision.verdict === "reject") throw rejection(decision);
 */
export function rejection(
  decision: Decision,
  code: Extract<
    ErrorCode,
    "capability_unsupported" | "subagent_capability_mismatch"
  > = "capability_unsupported",
): AbpError {
  const missing = decision.findings.filter((finding) => finding.outcome === "missing");
  const suggestions = decision.suggestions.map(formatTarget);
  return new AbpError(
    code,
    `${formatTarget(decision.target)} lacks ${missing.map(describeMiss).join("; ")}`,
    {
      details: {
        decision_id: decision.id,
        ...(missing[0] === undefined
          ? {}
          : { capability: missing[0].requirement.capability, support_level: missing[0].claim.support }),
        missing: listMisses(decision),
        suggestions,
      },
      ...(suggestions.length === 0 ? {} : { advice: `These satisfy everything: ${suggestions.join(", ")}.` }),
    },
  );
}

export function describeMiss({ requirement, claim, reason, unemulated }: Finding): string {
  const why = unemulated === undefined ? "" : `, not emulated: ${unemulated}`;
  return `${requirement.capability} (${describeReason(requirement, claim, reason)}${why}, needed by ${formatSource(requirement.by)})`;
}

function describeReason(
  requirement: Finding["requirement"],
  claim: Finding["claim"],
  reason: Finding["reason"],
): string {
  switch (reason) {
    case "unlisted":
      return "not listed";
    case "below_floor":
      return `only ${claim.support}, native is needed`;
    case "below_minimum":
      return `${claim.limit} of at least ${requirement.min}`;
    case "kind_missing":
      return `without ${requirement.kinds?.filter((kind) => !claim.kinds?.includes(kind)).join(", ")}`;
    case "unknown":
      return claim.reason === undefined ? "not known" : `not known: ${claim.reason}`;
    default:
      return reason;
  }
}
