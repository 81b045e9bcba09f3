import { isTable, type KeyPath, startsWith } from "../schema/key-path.ts";
import { findRow, type KeyRow } from "../schema/key-table.ts";
import type { Leaf } from "./layer.ts";

/**
 * Lays a stronger layer over a weaker one, value by value.
 * A named entry that states its type stands alone: its members belong together and none is inherited.
 */
export function mergeLayers(
  base: readonly Leaf[],
  overlay: readonly Leaf[],
  rows: readonly KeyRow[],
): Leaf[] {
  const added = overlay
    .filter((leaf) => !saysNothing(leaf, base, rows))
    .map((leaf) => uniteWithWeaker(leaf, base, rows));
  const entries = added
    .filter((leaf) => findRow(rows, leaf.path)?.discriminator === true)
    .map((leaf) => leaf.path.slice(0, -1));
  const kept = base.filter(
    (leaf) =>
      !entries.some((entry) => startsWith(leaf.path, entry)) &&
      !added.some((stronger) => overlaps(stronger.path, leaf.path)),
  );
  return [...kept, ...added];
}

// What a weaker layer forbids stays forbidden: the file of a checked-out project must not loosen the user's rules.
function uniteWithWeaker(leaf: Leaf, base: readonly Leaf[], rows: readonly KeyRow[]): Leaf {
  if (findRow(rows, leaf.path)?.facts.unites !== true || !Array.isArray(leaf.value)) return leaf;
  const weaker = base.find((one) => overlaps(one.path, leaf.path))?.value;
  return Array.isArray(weaker) ? { ...leaf, value: [...new Set([...weaker, ...leaf.value])] } : leaf;
}

/** The nested tables that a list of values describes. */
export function buildTable(leaves: readonly Leaf[], depth = 0): Record<string, unknown> {
  const members = Map.groupBy(leaves, (leaf) => leaf.path[depth]!);
  // fromEntries defines own members, whatever their names: `__proto__` is only a name here.
  return Object.fromEntries(
    [...members].map(([name, group]) => {
      const leaf = group.find((one) => one.path.length === depth + 1);
      return [name, leaf === undefined ? buildTable(group, depth + 1) : leaf.value];
    }),
  );
}

function saysNothing(leaf: Leaf, base: readonly Leaf[], rows: readonly KeyRow[]): boolean {
  const empty = isTable(leaf.value)
    ? Object.keys(leaf.value).length === 0
    : Array.isArray(leaf.value) &&
      leaf.value.length === 0 &&
      findRow(rows, leaf.path)?.facts.emptyIsUnset === true;
  return empty && base.some((weaker) => overlaps(weaker.path, leaf.path));
}

function overlaps(left: KeyPath, right: KeyPath): boolean {
  return startsWith(left, right) || startsWith(right, left);
}
