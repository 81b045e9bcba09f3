import type { JsonObject, JsonValue } from "../../lib/index.ts";
import { compareText } from "../supply/target.ts";

/** The names from the root of the parameter bag to a parameter. */
export type ParamPath = readonly string[];

/** The origin of a parameter, weakest first. */
export type ParamLayerName = "defaults" | "launch" | "runtime";

/** The values of one layer, and the paths that it removes from weaker layers. */
export interface ParamLayer {
  readonly values: JsonObject;
  readonly unset: readonly ParamPath[];
}

export type ParamLayers = Readonly<Record<ParamLayerName, ParamLayer>>;

export interface ParamLeaf {
  readonly path: ParamPath;
  readonly value: JsonValue;
  readonly layer: ParamLayerName;
}

export const emptyLayer: ParamLayer = { values: {}, unset: [] };

const layerOrder: readonly ParamLayerName[] = ["defaults", "launch", "runtime"];

/** Merges the layers leaf by leaf. The stronger layer wins at each path. Sorted by path. Arrays are leaves. */
export function listLeaves(layers: ParamLayers): readonly ParamLeaf[] {
  let leaves: readonly ParamLeaf[] = [];
  for (const layer of layerOrder) {
    const { values, unset } = layers[layer];
    leaves = leaves.filter((leaf) => !unset.some((path) => startsWith(leaf.path, path)));
    for (const leaf of leavesOf(values, [], layer)) leaves = placeLeaf(leaves, leaf);
  }
  return [...leaves].sort((left, right) => comparePaths(left.path, right.path));
}

/** Builds the nested object from its leaves. */
export function buildBag(leaves: readonly ParamLeaf[]): JsonObject {
  const branches = new Map<string, ParamLeaf[]>();
  for (const leaf of leaves) {
    const [first, ...rest] = leaf.path;
    if (first === undefined) continue;
    const branch = branches.get(first) ?? [];
    branch.push({ ...leaf, path: rest });
    branches.set(first, branch);
  }
  return Object.fromEntries(
    [...branches].map(([name, branch]): [string, JsonValue] => {
      const whole = branch.find((leaf) => leaf.path.length === 0);
      return [name, whole === undefined ? buildBag(branch) : whole.value];
    }),
  );
}

/**
 * Sets a value at a path.
 *
 * @example
 * import { emptyLayer, setParam } from "agent-backplane/negotiation";
 * const runtime = setParam(emptyLayer, ["thinking", "budget_tokens"], 4096);
 */
export function setParam(layer: ParamLayer, path: ParamPath, value: JsonValue): ParamLayer {
  const forgotten = resetParam(layer, path);
  const kept = leavesOf(forgotten.values, [], "runtime");
  const placed = leavesOf(buildBag([{ path, value, layer: "runtime" }]), [], "runtime");
  const values = buildBag(placed.reduce<readonly ParamLeaf[]>(placeLeaf, kept));
  // The value replaces everything at the path, so members of weaker layers must not remain beside it.
  const unset = isBranch(value) ? [...forgotten.unset, path] : forgotten.unset;
  return { values, unset };
}

/**
 * Removes a path, whatever weaker layers set there.
 *
 * @example
 * import { unsetParam } from "agent-backplane/negotiation";
 * const runtime = unsetParam(session.params.runtime, ["top_k"]);
 */
export function unsetParam(layer: ParamLayer, path: ParamPath): ParamLayer {
  const forgotten = resetParam(layer, path);
  return { values: forgotten.values, unset: [...forgotten.unset, path] };
}

/**
 * Forgets the layer's own values and removals at a path, so that weaker layers apply again.
 *
 * @example
 * import { resetParam } from "agent-backplane/negotiation";
 * const runtime = resetParam(session.params.runtime, ["thinking", "budget_tokens"]);
 */
export function resetParam(layer: ParamLayer, path: ParamPath): ParamLayer {
  return {
    values: buildBag(leavesOf(layer.values, [], "runtime").filter((leaf) => !startsWith(leaf.path, path))),
    unset: layer.unset.filter((other) => !startsWith(other, path)),
  };
}

function leavesOf(value: JsonValue, path: ParamPath, layer: ParamLayerName): readonly ParamLeaf[] {
  if (!isBranch(value)) return path.length === 0 ? [] : [{ path, value, layer }];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, name], layer));
}

/** Whether a value is a non-empty object. An empty object is a leaf. */
function isBranch(value: JsonValue): value is JsonObject {
  return isObject(value) && Object.keys(value).length > 0;
}

function placeLeaf(leaves: readonly ParamLeaf[], leaf: ParamLeaf): readonly ParamLeaf[] {
  const below = leaves.some(
    (other) => other.path.length > leaf.path.length && startsWith(other.path, leaf.path),
  );
  // An empty object does not replace existing members. Only a leaf can be an object here, so it is an empty one.
  if (below && isObject(leaf.value)) return leaves;
  const apart = leaves.filter(
    (other) => !startsWith(other.path, leaf.path) && !startsWith(leaf.path, other.path),
  );
  return [...apart, leaf];
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function startsWith(path: ParamPath, prefix: ParamPath): boolean {
  return prefix.length <= path.length && prefix.every((name, index) => path[index] === name);
}

function comparePaths(left: ParamPath, right: ParamPath): number {
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const order = compareText(left[index] ?? "", right[index] ?? "");
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
