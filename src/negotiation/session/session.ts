import type { JsonObject } from "../../lib/index.ts";
import { type Decision, decide } from "../decision/decision.ts";
import type { Trigger } from "../decision/trigger.ts";
import type { Demand } from "../demand/demand.ts";
import type { EmulatorRef, JudgeOptions, Lane, Mode } from "../judgement/judge.ts";
import type { Obligation } from "../judgement/obligation.ts";
import { emptyLayer, type ParamLayer } from "../params/param-layers.ts";
import {
  checkByManifest,
  type ParamProjection,
  type ParamRule,
  projectParams,
} from "../params/param-projection.ts";
import type { Manifest } from "../supply/manifest.ts";
import type { Target } from "../supply/target.ts";

/** The negotiated state of a session. */
export interface Session {
  readonly id: string;
  readonly target: Target;
  readonly demand: Demand;
  readonly mode: Mode;
  readonly lane: Lane;
  /** Parameters set at the start and since. The target's defaults are not part of them. */
  readonly params: SessionParams;
  /** The number of committed changes. A decision on another revision is stale. */
  readonly revision: number;
  readonly obligations: readonly Obligation[];
  /** The id of the last committed decision. */
  readonly decisionId?: string;
}

/** The parameter layers that a session keeps when its target changes. */
export interface SessionParams {
  readonly launch: ParamLayer;
  readonly runtime: ParamLayer;
}

/** A requested change of a session. */
export interface SessionChange {
  readonly decisionId: string;
  readonly trigger: Trigger;
  /** The manifest of the new target, or of the current one when the target stays. */
  readonly manifest: Manifest;
  readonly demand?: Demand;
  readonly params?: SessionParams;
  readonly mode?: Mode;
  readonly lane?: Lane;
  /** The default parameters of the target. */
  readonly defaults?: ParamLayer;
  readonly paramRules?: readonly ParamRule[];
  readonly secrets?: readonly string[];
  readonly emulators?: readonly EmulatorRef[];
  readonly disabled?: JudgeOptions["disabled"];
  readonly candidates?: readonly Manifest[];
  /** The revision that the requester saw. Another revision makes the change stale. */
  readonly expectedRevision?: number;
}

/** The decision on a change, and the session after it. */
export interface ChangePlan {
  readonly decision: Decision;
  readonly next: Session;
  /** The parameters to send to the target. */
  readonly bag: JsonObject;
}

/**
 * A session before its first decision.
 *
 * @example
 * import { newSession } from "agent-backplane/negotiation";
 * const session = newSession({ id: "1", target: { provider: "openai", model: "gpt-4o" }, demand });
 */
export function newSession(parts: Pick<Session, "id" | "target"> & Partial<Session>): Session {
  return {
    demand: [],
    mode: "best_effort",
    lane: "mapped",
    params: { launch: emptyLayer, runtime: emptyLayer },
    revision: 0,
    obligations: [],
    ...parts,
  };
}

/**
 * Decides on a change without applying it. Projects the parameters first, so that parameters which do not apply are
 * not judged.
 *
 * @example
 * import { planChange } from "agent-backplane/negotiation";
 * const { decision, next, bag } = planChange(session, change);
 */
export function planChange(session: Session, change: SessionChange): ChangePlan {
  const demand = change.demand ?? session.demand;
  const mode = change.mode ?? session.mode;
  const lane = change.lane ?? session.lane;
  const { emulators = [], candidates = [], manifest } = change;
  const projection = projectSessionParams(session, change, { mode, lane, emulators });
  const decision = decide({
    id: change.decisionId,
    trigger: change.trigger,
    previous: session.target,
    revision: session.revision,
    mode,
    lane,
    demand,
    manifest,
    emulators,
    disabled: change.disabled,
    candidates,
    paramsAffected: projection.affected,
  });
  const next: Session = {
    ...session,
    target: manifest.target,
    demand,
    mode,
    lane,
    params: change.params ?? session.params,
    revision: session.revision + 1,
    obligations: decision.obligations,
    decisionId: decision.id,
  };
  return { decision, next, bag: projection.bag };
}

function projectSessionParams(
  session: Session,
  change: SessionChange,
  options: JudgeOptions,
): ParamProjection {
  const { defaults = emptyLayer, params = session.params, manifest, paramRules, secrets } = change;
  const check = checkByManifest(manifest, options, paramRules);
  return projectParams({ defaults, ...params }, check, secrets);
}
