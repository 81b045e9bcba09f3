import type { Demand } from "../demand/demand.ts";
import type { CapabilityId, Claim, Support } from "../supply/claim.ts";
import type { Manifest } from "../supply/manifest.ts";
import { contradicts, type LearntFact } from "../supply/supply.ts";
import { type JudgeOptions, judge } from "./judge.ts";

/** A capability that must be found out about before it is used. */
export interface Obligation {
  readonly capability: CapabilityId;
  readonly before: "first_use";
}

/** A probe, or a first use, and how it went. */
export interface Trial {
  readonly capability: CapabilityId;
  readonly by: "probe" | "use";
  readonly ok: boolean;
  readonly at: string;
  /** What success showed; native when nothing else is said. */
  readonly support?: Exclude<Support, "unknown">;
  readonly limit?: number;
  readonly kinds?: readonly string[];
  readonly reason?: string;
}

/** What is open after a trial, what was learnt, and whether a new decision is due. */
export interface Settlement {
  readonly obligations: readonly Obligation[];
  readonly fact: LearntFact;
  readonly trigger?: "evidence.change";
}

/** What a trial is held against. */
export interface TrialContext {
  readonly obligations: readonly Obligation[];
  readonly demand: Demand;
  readonly manifest: Manifest;
  readonly options: JudgeOptions;
}

/** Settles an obligation by a probe or the first success; what contradicts a claim calls for a new decision. */
export function settleObligation(context: TrialContext, trial: Trial): Settlement {
  const claim = learntClaim(trial);
  const ends = trial.by === "probe" || trial.ok;
  const settlement: Settlement = {
    obligations: ends
      ? context.obligations.filter(({ capability }) => capability !== trial.capability)
      : context.obligations,
    fact: { capability: trial.capability, claim },
  };
  return isWorse(context, trial.capability, claim)
    ? { ...settlement, trigger: "evidence.change" }
    : settlement;
}

function learntClaim({ by, ok, at, support = "native", limit, kinds, reason }: Trial): Claim {
  return {
    support: ok ? support : "unsupported",
    ...(limit === undefined ? {} : { limit }),
    ...(kinds === undefined ? {} : { kinds }),
    ...(reason === undefined ? {} : { reason }),
    evidence: by === "probe" ? "probed" : "observed",
    at,
  };
}

/** Whether what was learnt differs from the claim and no longer carries every clause on the capability. */
function isWorse(
  { demand, manifest, options }: TrialContext,
  capability: CapabilityId,
  claim: Claim,
): boolean {
  const before = Object.hasOwn(manifest.claims, capability) ? manifest.claims[capability] : undefined;
  if (before !== undefined && !contradicts(before, claim)) return false;
  const learnt = {
    closed: true,
    claims: Object.fromEntries([
      [
        capability,
        {
          ...(before?.limit === undefined ? {} : { limit: before.limit }),
          ...(before?.kinds === undefined ? {} : { kinds: before.kinds }),
          ...claim,
        },
      ],
    ]),
  };
  return demand
    .filter((clause) => clause.capability === capability)
    .some((clause) => judge(clause, learnt, options).reason !== "ok");
}
