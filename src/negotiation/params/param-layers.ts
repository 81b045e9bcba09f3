import type { JsonObject, JsonValue } from "../../lib/index.ts";
import { compareText } from "../supply/target.ts";

/** Where a parameter stands in the bag. */
export type ParamPath = readonly string[];

/** Who set a parameter, from the weakest to the strongest. */
export type ParamLayerName = "defaults" | "launch" | "runtime";

/** What one layer says: values, and paths that shall be absent although a weaker layer sets them. */
export interface ParamLayer {
  readonly values: JsonObject;
  readonly unset: readonly ParamPath[];
}

/** The three layers that make the bag. */
export type ParamLayers = Readonly<Record<ParamLayerName, ParamLayer>>;

/** One value of the bag and the layer it comes from. */
export interface ParamLeaf {
  readonly path: ParamPath;
  readonly value: JsonValue;
  readonly layer: ParamLayerName;
}

/** A layer that says nothing. */
export const emptyLayer: ParamLayer = { values: {}, unset: [] };

const layerOrder: readonly ParamLayerName[] = ["defaults", "launch", "runtime"];

/** The leaves in force, the stronger layer winning at each path, in path order; arrays are leaves. */
export function listLeaves(layers: ParamLayers): readonly ParamLeaf[] {
  let leaves: readonly ParamLeaf[] = [];
  for (const layer of layerOrder) {
    const { values, unset } = layers[layer];
    leaves = leaves.filter((leaf) => !unset.some((path) => startsWith(leaf.path, path)));
    for (const leaf of leavesOf(values, [], layer)) leaves = placeLeaf(leaves, leaf);
  }
  return [...leaves].sort((left, right) => comparePaths(left.path, right.path));
}

/** The bag that a list of leaves makes. */
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

/** The layer with a value set at a path. */
export function setParam(layer: ParamLayer, path: ParamPath, value: JsonValue): ParamLayer {
  const forgotten = resetParam(layer, path);
  const kept = leavesOf(forgotten.values, [], "runtime");
  const placed = leavesOf(buildBag([{ path, value, layer: "runtime" }]), [], "runtime");
  const values = buildBag(placed.reduce<readonly ParamLeaf[]>(placeLeaf, kept));
  // A value replaces the whole of what stood there, so weaker layers must not show through beside it.
  const unset = isBranch(value) ? [...forgotten.unset, path] : forgotten.unset;
  return { values, unset };
}

/** The layer that makes a path absent, whatever weaker layers say. */
export function unsetParam(layer: ParamLayer, path: ParamPath): ParamLayer {
  const forgotten = resetParam(layer, path);
  return { values: forgotten.values, unset: [...forgotten.unset, path] };
}

/** The layer without its own word on a path, so that weaker layers show again. */
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

/** Whether a value has leaves below it; an empty object has none, and is a leaf itself. */
function isBranch(value: JsonValue): value is JsonObject {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
  );
}

function placeLeaf(leaves: readonly ParamLeaf[], leaf: ParamLeaf): readonly ParamLeaf[] {
  const below = leaves.some(
    (other) => other.path.length > leaf.path.length && startsWith(other.path, leaf.path),
  );
  // An empty object sets nothing where members stand already.
  if (below && isEmptyObject(leaf.value)) return leaves;
  const apart = leaves.filter(
    (other) => !startsWith(other.path, leaf.path) && !startsWith(leaf.path, other.path),
  );
  return [...apart, leaf];
}

function isEmptyObject(value: JsonValue): boolean {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  );
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
