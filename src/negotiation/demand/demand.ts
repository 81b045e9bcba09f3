import { canonicalize, sha256Hex, textOfJson } from "../../lib/index.ts";
import { compareText } from "../supply/target.ts";
import { needRanks, type Requirement, type SourceRef } from "./requirement.ts";

/**
 * The clauses of all sources, sorted, without duplicates. Two clauses on one capability are never merged: required
 * ≥32k and preferred ≥200k stay two clauses.
 */
export type Demand = readonly Requirement[];

/**
 * @example
 * import { joinDemand, requirementsFromWire } from "agent-backplane/negotiation";
 * const source = { kind: "work_order", id: order.id } as const;
 * const joined = joinDemand(demand, requirementsFromWire(order.requirements, source));
 */
export function joinDemand(...parts: readonly (readonly Requirement[])[]): Demand {
  const clauses = new Map<string, Requirement>();
  for (const clause of parts.flat()) clauses.set(clauseKey(clause), sortKinds(clause));
  return [...clauses.values()].sort(compareClauses);
}

/** The clauses that a child session inherits. Their source becomes the parent session. */
export function inheritDemand(parent: Demand, parentId: string): Demand {
  const by: SourceRef = { kind: "parent_session", id: parentId };
  return joinDemand(parent.map((clause) => ({ ...clause, by })));
}

/**
 * Removes the clauses of one source, for example when a state machine is detached.
 *
 * @example
 * import { withdrawDemand } from "agent-backplane/negotiation";
 * const rest = withdrawDemand(demand, { kind: "hook", id: "format-code" });
 */
export function withdrawDemand(demand: Demand, source: SourceRef): Demand {
  return demand.filter((clause) => clause.by.kind !== source.kind || clause.by.id !== source.id);
}

/** SHA-256 of the canonical JSON. Order and repetition of clauses do not change it. */
export function digestDemand(demand: readonly Requirement[]): string {
  return sha256Hex(canonicalize(joinDemand(demand).map(clauseBody)));
}

/** Sorts by capability, then need, source, floor and bounds. */
export function compareClauses(left: Requirement, right: Requirement): number {
  return (
    compareText(left.capability, right.capability) ||
    needRanks[left.need] - needRanks[right.need] ||
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

// The minimum is written as text, because NaN and Infinity have no JSON form.
function clauseBody(clause: Requirement): readonly unknown[] {
  const { capability, need, floor, min, kinds, by } = clause;
  const kindList = kinds === undefined ? null : [...new Set(kinds.map(wellFormed))].sort(compareText);
  const minimum = min === undefined ? null : textOfJson(min);
  return [wellFormed(capability), need, floor, minimum, kindList, by.kind, wellFormed(by.id)];
}

function wellFormed(text: string): string {
  return text.toWellFormed();
}
