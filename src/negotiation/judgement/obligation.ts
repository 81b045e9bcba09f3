import type { Demand } from "../demand/demand.ts";
import type { CapabilityId, Claim, Support } from "../supply/claim.ts";
import type { Manifest } from "../supply/manifest.ts";
import { contradicts, type LearntFact } from "../supply/supply.ts";
import { type JudgeOptions, judge } from "./judge.ts";

/** A capability to check before its first use. */
export interface Obligation {
  readonly capability: CapabilityId;
  readonly before: "first_use";
}

/** The result of a probe or of a first use. */
export interface Trial {
  readonly capability: CapabilityId;
  readonly by: "probe" | "use";
  readonly ok: boolean;
  readonly at: string;
  /** The support that a success showed; native by default. */
  readonly support?: Exclude<Support, "unknown">;
  readonly limit?: number;
  readonly kinds?: readonly string[];
  readonly reason?: string;
}

/** The remaining obligations, the new fact, and whether a new decision is due. */
export interface Settlement {
  readonly obligations: readonly Obligation[];
  readonly fact: LearntFact;
  readonly trigger?: "evidence.change";
}

/** The state of the session at the time of the trial. */
export interface TrialContext {
  readonly obligations: readonly Obligation[];
  readonly demand: Demand;
  readonly manifest: Manifest;
  readonly options: JudgeOptions;
}

/**
 * Settles an obligation. A probe always settles it, a use only when it succeeds. A fact that breaks the demand
 * triggers a new decision.
 *
 * @example
 * import { settleObligation } from "agent-backplane/negotiation";
 * const options = { mode: "best_effort", lane: "mapped", emulators: [] } as const;
 * const context = { obligations: decision.obligations, demand, manifest, options };
 * const trial = { capability: "vision", by: "probe", ok: false, at: new Date().toISOString() } as const;
 * const { trigger } = settleObligation(context, trial);
 */
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

/** Whether the new fact differs from the claim and fails a clause on the capability. */
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
