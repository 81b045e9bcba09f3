import { canonicalize, sha256Hex } from "../../lib/index.ts";
import { compareText } from "../supply/target.ts";
import { needs, type Requirement, type SourceRef } from "./requirement.ts";

/**
 * Everything that is needed: one clause per source, in one order, each clause once.
 * Clauses are never collapsed to a maximum: required ≥32k and preferred ≥200k are two facts.
 */
export type Demand = readonly Requirement[];

/** Joins clauses of several sources into one demand. */
export function joinDemand(...parts: readonly (readonly Requirement[])[]): Demand {
  const clauses = new Map<string, Requirement>();
  for (const clause of parts.flat()) clauses.set(clauseKey(clause), sortKinds(clause));
  return [...clauses.values()].sort(compareClauses);
}

/** The parent's clauses as a child session inherits them, re-tagged with where they come from. */
export function inheritDemand(parent: Demand, parentId: string): Demand {
  const by: SourceRef = { kind: "parent_session", id: parentId };
  return joinDemand(parent.map((clause) => ({ ...clause, by })));
}

/** The demand without the clauses of one source, as when a state machine is detached. */
export function withdrawDemand(demand: Demand, source: SourceRef): Demand {
  return demand.filter((clause) => clause.by.kind !== source.kind || clause.by.id !== source.id);
}

/** SHA-256 of the canonical JSON of the demand; the order and repetition of clauses do not change it. */
export function digestDemand(demand: readonly Requirement[]): string {
  return sha256Hex(canonicalize(joinDemand(demand).map(clauseBody)));
}

/** Orders clauses by capability, then need, source, floor and bounds. */
export function compareClauses(left: Requirement, right: Requirement): number {
  return (
    compareText(left.capability, right.capability) ||
    needs.indexOf(left.need) - needs.indexOf(right.need) ||
    compareText(left.by.kind, right.by.kind) ||
    compareText(left.by.id, right.by.id) ||
    compareText(clauseKey(left), clauseKey(right))
  );
}

function sortKinds(clause: Requirement): Requirement {
  if (clause.kinds === undefined) return clause;
  return { ...clause, kinds: [...new Set(clause.kinds)].sort(compareText) };
}

function clauseKey(clause: Requirement): string {
  return JSON.stringify(clauseBody(clause));
}

// Bounds go through text, because a minimum that is not finite has no JSON of its own.
function clauseBody(clause: Requirement): readonly unknown[] {
  const { capability, need, floor, min, kinds, by } = clause;
  const kindList = kinds === undefined ? null : [...new Set(kinds.map(wellFormed))].sort(compareText);
  const minimum = min === undefined ? null : String(min);
  return [wellFormed(capability), need, floor, minimum, kindList, by.kind, wellFormed(by.id)];
}

function wellFormed(text: string): string {
  return text.toWellFormed();
}
