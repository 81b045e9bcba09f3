import { type Decision, type DecisionRequest, decide } from "../decision/decision.ts";
import { rejection } from "../decision/rejection.ts";
import { type Demand, inheritDemand, joinDemand } from "../demand/demand.ts";
import type { Requirement } from "../demand/requirement.ts";
import { newSession, type Session } from "./session.ts";

/** A child session that a parent wants to start. */
export interface SpawnRequest
  extends Pick<DecisionRequest, "id" | "manifest" | "emulators" | "candidates" | "mode" | "lane"> {
  readonly childId: string;
  readonly parent: Session;
  /** What the child needs beside what it inherits: it may add clauses, never drop one. */
  readonly own?: readonly Requirement[];
}

/** A decision on a child, and the child if it may start. */
export interface Spawn {
  readonly decision: Decision;
  readonly child: Session;
}

/** The demand of a child: everything its parent needs, re-tagged, and its own. */
export function childDemand(parent: Session, own: readonly Requirement[] = []): Demand {
  return joinDemand(inheritDemand(parent.demand, parent.id), own);
}

/** Decides whether a child may start on a target, before anything is sent to that target. */
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

/** The child session, or the error that names everything its model lacks. */
export function spawnSubagent(request: SpawnRequest): Spawn {
  const spawn = decideSpawn(request);
  if (spawn.decision.verdict === "reject") throw rejection(spawn.decision, "subagent_capability_mismatch");
  return spawn;
}
