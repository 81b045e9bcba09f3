import { digestDemand, joinDemand } from "../demand/demand.ts";
import type { Requirement } from "../demand/requirement.ts";
import type { Finding } from "../judgement/finding.ts";
import {
  type EmulatorRef,
  type JudgeOptions,
  judge,
  type Lane,
  type Mode,
  type Verdict,
  verdictOf,
} from "../judgement/judge.ts";
import type { Obligation } from "../judgement/obligation.ts";
import { suggestTargets } from "../judgement/suggestion.ts";
import type { ParamImpact } from "../params/param-projection.ts";
import type { CapabilityId } from "../supply/claim.ts";
import type { Manifest } from "../supply/manifest.ts";
import type { Target } from "../supply/target.ts";
import type { Trigger } from "./trigger.ts";

/** An emulator to apply, and the capability that it provides. */
export interface PlanStep {
  readonly capability: CapabilityId;
  readonly emulator: string;
  readonly fidelity: string;
}

/** The acceptance of degraded capabilities, by a person or a policy. */
export interface Acknowledgement {
  readonly by: string;
  readonly at: string;
  readonly accepted: readonly CapabilityId[];
}

/** The result of judging one demand against one target. */
export interface Decision {
  readonly id: string;
  readonly trigger: Trigger;
  readonly target: Target;
  readonly previous?: Target;
  /** The revision of the session at the time of the decision. */
  readonly revision: number;
  readonly mode: Mode;
  readonly lane: Lane;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly plan: readonly PlanStep[];
  readonly obligations: readonly Obligation[];
  readonly paramsAffected: readonly ParamImpact[];
  readonly suggestions: readonly Target[];
  readonly demandDigest: string;
  readonly manifestDigest: string;
  readonly ack?: Acknowledgement;
}

export interface DecisionRequest {
  readonly id: string;
  readonly trigger: Trigger;
  readonly previous?: Target;
  readonly revision?: number;
  readonly mode?: Mode;
  readonly lane?: Lane;
  readonly demand: readonly Requirement[];
  /** The capabilities of the target. The decision takes its target from here. */
  readonly manifest: Manifest;
  readonly emulators?: readonly EmulatorRef[];
  /** Why a capability is not emulated, by its id. */
  readonly disabled?: ReadonlyMap<CapabilityId, string> | undefined;
  readonly paramsAffected?: readonly ParamImpact[];
  /** Other targets to suggest when the verdict is not `accept`. */
  readonly candidates?: readonly Manifest[];
}

/**
 * Judges every clause of a demand. Defaults: best effort, mapped, no emulators.
 *
 * @example
 * import { catalogueManifest, decide } from "agent-backplane/negotiation";
 * const wanted = catalogueManifest({ provider: "openai", model: "gpt-4o" });
 * const { verdict, findings } = decide({ id: "1", trigger: "model.switch", demand, manifest: wanted });
 */
export function decide(request: DecisionRequest): Decision {
  const { id, trigger, previous, revision = 0, manifest, candidates = [], paramsAffected = [] } = request;
  const { mode = "best_effort", lane = "mapped", emulators = [] } = request;
  const options: JudgeOptions = { mode, lane, emulators, disabled: request.disabled };
  const demand = joinDemand(request.demand);
  const findings = demand.map((requirement) => judge(requirement, manifest, options));
  const verdict = verdictOf(findings);
  const { target } = manifest;
  const current = previous === undefined ? {} : { current: previous };
  return {
    id,
    trigger,
    target,
    ...(previous === undefined ? {} : { previous }),
    revision,
    mode,
    lane,
    verdict,
    findings,
    plan: planEmulation(findings, emulators),
    obligations: listObligations(findings),
    paramsAffected,
    suggestions:
      verdict === "accept" ? [] : suggestTargets({ demand, candidates, options, asked: target, ...current }),
    demandDigest: digestDemand(demand),
    manifestDigest: manifest.digest,
  };
}

/** The capabilities with one of the outcomes, each once, in the order of the findings. */
export function capabilitiesWith(
  decision: Pick<Decision, "findings">,
  ...outcomes: readonly Finding["outcome"][]
): readonly CapabilityId[] {
  const names = decision.findings
    .filter((finding) => outcomes.includes(finding.outcome))
    .map((finding) => finding.requirement.capability);
  return [...new Set(names)];
}

/** Plans only the given emulators. A backend that emulates by itself needs no step. */
function planEmulation(findings: readonly Finding[], emulators: readonly EmulatorRef[]): readonly PlanStep[] {
  const steps = new Map<CapabilityId, PlanStep>();
  for (const { outcome, claim, requirement } of findings) {
    const emulator = emulators.find(
      (candidate) => candidate.id === claim.via && candidate.capability === requirement.capability,
    );
    if (outcome !== "emulated" || emulator === undefined) continue;
    const { capability, id, fidelity } = emulator;
    steps.set(capability, { capability, emulator: id, fidelity });
  }
  return [...steps.values()];
}

function listObligations(findings: readonly Finding[]): readonly Obligation[] {
  return capabilitiesWith({ findings }, "deferred").map((capability) => ({
    capability,
    before: "first_use",
  }));
}
