import type { EmulationRecord, NegotiationRecord } from "../../contract/index.ts";
import type { Decision } from "../decision/decision.ts";
import { describeMiss } from "../decision/rejection.ts";
import { formatSource } from "../demand/requirement.ts";
import type { Finding } from "../judgement/finding.ts";

/**
 * The decision as a receipt carries it. `applied` are the emulations that really ran: a plan that was not
 * carried out becomes a warning, never an emulation.
 */
export function negotiationRecord(
  decision: Decision,
  applied: readonly EmulationRecord[] = [],
): NegotiationRecord {
  return {
    decision_id: decision.id,
    verdict: decision.verdict,
    mode: decision.mode,
    lane: decision.lane,
    findings: decision.findings.map(({ requirement, outcome, reason }) => ({
      capability: requirement.capability,
      need: requirement.need,
      outcome,
      reason,
      required_by: formatSource(requirement.by),
    })),
    emulations: applied.map(({ capability, emulator, fidelity }) => ({ capability, emulator, fidelity })),
    warnings: [...decisionWarnings(decision), ...unappliedWarnings(decision, applied)],
    demand_sha256: decision.demandDigest,
    manifest_sha256: decision.manifestDigest,
  };
}

/** What a decision accepts without being sure or without being whole, in words. */
export function decisionWarnings(decision: Pick<Decision, "findings" | "paramsAffected">): readonly string[] {
  const findings = decision.findings.flatMap((finding) => describeWarning(finding) ?? []);
  const params = decision.paramsAffected.map(
    ({ path, reason }) => `parameter ${path.join(".")} does not apply: ${reason}`,
  );
  return [...findings, ...params];
}

function describeWarning(finding: Finding): string | undefined {
  if (finding.outcome === "degraded") return `degraded: ${describeMiss(finding)}`;
  if (finding.outcome === "deferred") return `to be found out on first use: ${describeMiss(finding)}`;
  return undefined;
}

function unappliedWarnings(
  { plan, verdict }: Decision,
  applied: readonly EmulationRecord[],
): readonly string[] {
  if (verdict === "reject") return [];
  return plan
    .filter(
      (step) =>
        !applied.some(
          ({ capability, emulator }) => capability === step.capability && emulator === step.emulator,
        ),
    )
    .map((step) => `planned emulation of ${step.capability} by ${step.emulator} was not applied`);
}
