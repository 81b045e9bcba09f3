import { isTable, type KeyPath, startsWith } from "../schema/key-path.ts";
import { findDefinition, type KeyDefinition } from "../schema/key-table.ts";
import type { Leaf } from "./layer.ts";

/**
 * Merges a stronger layer into a weaker one, value by value.
 * A named entry that states its `type` replaces the weaker entry of that name as a whole, since the members of one type
 * make no sense for another.
 */
export function mergeLayers(
  base: readonly Leaf[],
  overlay: readonly Leaf[],
  definitions: readonly KeyDefinition[],
): Leaf[] {
  const added = overlay
    .filter((leaf) => !saysNothing(leaf, base, definitions))
    .map((leaf) => uniteWithWeaker(leaf, base, definitions));
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

function saysNothing(leaf: Leaf, base: readonly Leaf[], definitions: readonly KeyDefinition[]): boolean {
  const empty = isTable(leaf.value)
    ? Object.keys(leaf.value).length === 0
    : Array.isArray(leaf.value) &&
      leaf.value.length === 0 &&
      findDefinition(definitions, leaf.path)?.facts.emptyIsUnset === true;
  return empty && base.some((weaker) => overlaps(weaker.path, leaf.path));
}

function overlaps(left: KeyPath, right: KeyPath): boolean {
  return startsWith(left, right) || startsWith(right, left);
}
