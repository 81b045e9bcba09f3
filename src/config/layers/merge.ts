import { formatKeyPath } from "../../contract/index.ts";
import type { Findings } from "../issue.ts";
import { isTable, type KeyPath, startsWith } from "../schema/key-path.ts";
import { findDefinition, type KeyDefinition } from "../schema/key-table.ts";
import { intersectAllowLists } from "./allow-list.ts";
import type { Leaf } from "./layer.ts";
import { isLessTrusted } from "./layer-trust.ts";

/**
 * Merges a stronger layer into a weaker one, value by value.
 * A named entry that states its `type` replaces the weaker entry of that name as a whole, since the members of one type
 * make no sense for another. A layer that is trusted less than the weaker one can restrict its rules and never loosen them;
 * attempts are added to `findings`.
 */
export function mergeLayers(
  base: readonly Leaf[],
  overlay: readonly Leaf[],
  definitions: readonly KeyDefinition[],
  findings: Findings = { issues: [], warnings: [] },
): Leaf[] {
  const added = overlay
    .filter((leaf) => !saysNothing(leaf, base))
    .map((leaf) => restrict(uniteWithWeaker(leaf, base, definitions), base, definitions, findings));
  const entries = added
    .filter((leaf) => findDefinition(definitions, leaf.path)?.discriminator === true)
    .map((leaf) => leaf.path.slice(0, -1));
  const kept = base.filter(
    (leaf) =>
      !entries.some((entry) => startsWith(leaf.path, entry)) &&
      !added.some((stronger) => overlaps(stronger.path, leaf.path)),
  );
  return [...kept, ...added];
}

// A deny list of a weaker layer stays in force: the file of a checked-out project must not loosen the user's rules.
function uniteWithWeaker(leaf: Leaf, base: readonly Leaf[], definitions: readonly KeyDefinition[]): Leaf {
  if (findDefinition(definitions, leaf.path)?.facts.unites !== true || !Array.isArray(leaf.value))
    return leaf;
  const weaker = base.find((one) => overlaps(one.path, leaf.path))?.value;
  return Array.isArray(weaker) ? { ...leaf, value: [...new Set([...weaker, ...leaf.value])] } : leaf;
}

function restrict(
  leaf: Leaf,
  base: readonly Leaf[],
  definitions: readonly KeyDefinition[],
  findings: Findings,
): Leaf {
  const facts = findDefinition(definitions, leaf.path)?.facts;
  const floor = base.find((one) => formatKeyPath(one.path) === formatKeyPath(leaf.path));
  if (facts?.waives === true) return restrictWaivers(leaf, floor, base, findings);
  if (facts === undefined || floor === undefined || !isLessTrusted(leaf, floor)) return leaf;
  const key = formatKeyPath(leaf.path);
  const { where } = leaf.origin;
  if (facts.strictest !== undefined && floor.value === facts.strictest && leaf.value !== facts.strictest) {
    const message = `\`${key}\` stays \`${facts.strictest}\`, as ${floor.origin.where} says: a project cannot loosen it`;
    findings.warnings.push({ message, where, key });
    return floor;
  }
  if (facts.narrows === undefined || !isTextList(leaf.value) || !isTextList(floor.value)) return leaf;
  // An empty allow list allows everything.
  if (floor.value.length === 0) return leaf;
  if (leaf.value.length === 0) return floor;
  const { allowed, refused } = intersectAllowLists(floor.value, leaf.value, facts.narrows);
  if (allowed.length === 0) {
    const message = `\`${key}\` allows nothing that ${floor.origin.where} allows: a project cannot allow more than the user`;
    findings.issues.push({ message, where, key });
    return floor;
  }
  if (refused.length > 0) {
    const message = `\`${key}\` names ${refused.length} that ${floor.origin.where} does not allow: they stay refused`;
    findings.warnings.push({ message, where, key });
  }
  return { ...leaf, value: allowed };
}

// A project's list would loosen a strict key or route of the user, even if the user's file has no list at all.
function restrictWaivers(
  leaf: Leaf,
  floor: Leaf | undefined,
  base: readonly Leaf[],
  findings: Findings,
): Leaf {
  const isStrict = (one: Leaf) => one.path.at(-1) === "mode" && one.value === "strict";
  const candidates = [...(floor === undefined ? [] : [floor]), ...base.filter(isStrict)];
  const guard = candidates.find((one) => isLessTrusted(leaf, one));
  if (guard === undefined || !isTextList(leaf.value)) return leaf;
  const allowed = isTextList(guard.value) ? guard.value : [];
  const kept = leaf.value.filter((name) => allowed.includes(name));
  const left = leaf.value.length - kept.length;
  if (left > 0) {
    const key = formatKeyPath(leaf.path);
    const message = `\`${key}\` names ${left} that ${guard.origin.where} does not allow: a project cannot loosen it`;
    findings.warnings.push({ message, where: leaf.origin.where, key });
  }
  return { ...leaf, value: kept };
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Builds nested tables from values with their paths. */
export function buildTable(leaves: readonly Leaf[], depth = 0): Record<string, unknown> {
  const members = Map.groupBy(leaves, (leaf) => leaf.path[depth]!);
  // fromEntries defines own members, so that a key named `__proto__` is an ordinary member.
  return Object.fromEntries(
    [...members].map(([name, group]) => {
      const leaf = group.find((one) => one.path.length === depth + 1);
      return [name, leaf === undefined ? buildTable(group, depth + 1) : leaf.value];
    }),
  );
}

// An empty table says nothing about the values below it.
function saysNothing({ path, value }: Leaf, base: readonly Leaf[]): boolean {
  const isEmpty = isTable(value) && Object.keys(value).length === 0;
  return isEmpty && base.some((weaker) => overlaps(weaker.path, path));
}

function overlaps(left: KeyPath, right: KeyPath): boolean {
  return startsWith(left, right) || startsWith(right, left);
}
