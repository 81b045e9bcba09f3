import { modelCatalogue } from "../../models/index.ts";
import { capabilityIds } from "../catalogue/capabilities.ts";
import { catalogueManifest } from "../catalogue/model-manifest.ts";
import type { Decision } from "../decision/decision.ts";
import type { Trigger } from "../decision/trigger.ts";
import type { Demand } from "../demand/demand.ts";
import { findDemandFaults } from "../demand/demand-fault.ts";
import type { EmulatorRef, Lane, Mode } from "../judgement/judge.ts";
import type { ParamLayer } from "../params/param-layers.ts";
import { type Diagnostic, diagnose } from "../reports/diagnostic.ts";
import type { Manifest } from "../supply/manifest.ts";
import { assembleSupply, type LearntFact, type Overstatement } from "../supply/supply.ts";
import type { Target } from "../supply/target.ts";
import { type ChangePlan, newSession, planChange, type SessionParams } from "./session.ts";
import { invalidDemand } from "./switch-error.ts";

/** A switch to another model, decided with the catalogue. */
export interface ModelSwitchRequest {
  readonly id: string;
  /** The current target; absent at the start of a session. */
  readonly from?: Target;
  readonly to: Target;
  readonly demand: Demand;
  readonly mode?: Mode;
  readonly lane?: Lane;
  readonly emulators?: readonly EmulatorRef[];
  readonly params?: SessionParams;
  readonly defaults?: ParamLayer;
  readonly secrets?: readonly string[];
  /** The target's own, untrusted manifest. */
  readonly declared?: Manifest;
  readonly learnt?: readonly LearntFact[];
  /** The current time in milliseconds since 1970. Only learnt facts need it. */
  readonly now?: number;
}

export interface ModelSwitch extends Pick<ChangePlan, "bag"> {
  readonly decision: Decision;
  readonly manifest: Manifest;
  readonly diagnostic?: Diagnostic;
  readonly overstatements: readonly Overstatement[];
}

/**
 * Decides on a model switch. Every capability of a model that is not in the catalogue is unknown. Throws
 * `validation_failed` for a capability that is not in the catalogue, because a mistyped name must not count as
 * unknown.
 *
 * @example
 * import { decideModelSwitch } from "agent-backplane/negotiation";
 * const to = { provider: "moonshot", model: "kimi-k2-thinking" };
 * const { decision, diagnostic } = decideModelSwitch({ id: "1", from: session.target, to, demand });
 */
export function decideModelSwitch(request: ModelSwitchRequest): ModelSwitch {
  const { id, from, to, demand, declared: _declared, learnt: _learnt, now: _now, ...options } = request;
  const faults = findDemandFaults(demand, (capability) => capabilityIds.includes(capability));
  if (faults.length > 0) throw invalidDemand(faults);
  const supply = targetSupply(request);
  const session = newSession({ id: "", target: from ?? to, demand });
  const plan = planChange(session, {
    ...options,
    decisionId: id,
    trigger: triggerBetween(from, to),
    manifest: supply.manifest,
    candidates: catalogueCandidates(),
  });
  const decision = from === undefined ? withoutPrevious(plan.decision) : plan.decision;
  const diagnostic = diagnose(decision);
  return {
    decision,
    bag: plan.bag,
    manifest: supply.manifest,
    ...(diagnostic === undefined ? {} : { diagnostic }),
    overstatements: supply.overstatements,
  };
}

/** The manifests of all models in the catalogue. */
export function catalogueCandidates(): readonly Manifest[] {
  return modelCatalogue.models.map(({ provider, model }) => catalogueManifest({ provider, model }));
}

function targetSupply({ to, declared, learnt = [], now = 0 }: ModelSwitchRequest) {
  return assembleSupply({
    target: to,
    learnt,
    now,
    ...(declared === undefined ? {} : { declared }),
    catalogued: catalogueManifest(to),
  });
}

function triggerBetween(from: Target | undefined, to: Target): Trigger {
  if (from === undefined) return "session.start";
  return from.provider === to.provider ? "model.switch" : "provider.switch";
}

function withoutPrevious({ previous: _previous, ...decision }: Decision): Decision {
  return decision;
}
