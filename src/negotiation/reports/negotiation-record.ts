import type { EmulationRecord, NegotiationRecord } from "../../contract/index.ts";
import type { Decision } from "../decision/decision.ts";
import { describeMiss } from "../decision/rejection.ts";
import { formatSource } from "../demand/requirement.ts";
import type { Finding } from "../judgement/finding.ts";

/**
 * Writes a decision for a receipt. `applied` lists the emulations that ran. A planned emulation that did not run
 * becomes a warning.
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
    emulations: applied.map(({ capability, emulator, fidelity, strategy }) => ({
      capability,
      emulator,
      fidelity,
      ...(strategy === undefined ? {} : { strategy: { ...strategy } }),
    })),
    warnings: [...decisionWarnings(decision), ...unappliedWarnings(decision, applied)],
    demand_sha256: decision.demandDigest,
    manifest_sha256: decision.manifestDigest,
  };
}

/** Describes every degraded and every deferred finding, and every parameter that does not apply. */
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
