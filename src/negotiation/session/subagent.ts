import { type Decision, type DecisionRequest, decide } from "../decision/decision.ts";
import { rejection } from "../decision/rejection.ts";
import { type Demand, inheritDemand, joinDemand } from "../demand/demand.ts";
import type { Requirement } from "../demand/requirement.ts";
import { newSession, type Session } from "./session.ts";

export interface SpawnRequest
  extends Pick<DecisionRequest, "id" | "manifest" | "emulators" | "candidates" | "mode" | "lane"> {
  readonly childId: string;
  readonly parent: Session;
  /** Clauses that the child adds to the inherited ones. It cannot remove any. */
  readonly own?: readonly Requirement[];
}

/** The decision, and the child session if it may start. */
export interface Spawn {
  readonly decision: Decision;
  readonly child: Session;
}

/** The parent's clauses, with the parent as their source, and the child's own. */
export function childDemand(parent: Session, own: readonly Requirement[] = []): Demand {
  return joinDemand(inheritDemand(parent.demand, parent.id), own);
}

/** Decides whether a child may start, before anything is sent to its target. */
export function decideSpawn(request: SpawnRequest): Spawn {
  const { id, childId, parent, own = [], manifest, emulators = [], candidates = [] } = request;
  const { mode = parent.mode, lane = parent.lane } = request;
  const demand = childDemand(parent, own);
  const decision = decide({
    id,
    trigger: "subagent.spawn",
    previous: parent.target,
    mode,
    lane,
    demand,
    manifest,
    emulators,
    candidates,
  });
  const { target } = manifest;
  const child = newSession({
    id: childId,
    target,
    demand,
    mode,
    lane,
    obligations: decision.obligations,
    decisionId: id,
  });
  return { decision, child };
}

/**
 * Starts a child session. Throws `subagent_capability_mismatch` with everything that its model lacks.
 *
 * @example
 * import { spawnSubagent } from "agent-backplane/negotiation";
 * const { child } = spawnSubagent({ id: "1", childId: "child-1", parent: session, manifest });
 */
export function spawnSubagent(request: SpawnRequest): Spawn {
  const spawn = decideSpawn(request);
  if (spawn.decision.verdict === "reject") throw rejection(spawn.decision, "subagent_capability_mismatch");
  return spawn;
}
