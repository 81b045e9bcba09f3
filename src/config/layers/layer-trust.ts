import type { Leaf } from "./layer.ts";

/**
 * How much the user stands behind a value. The order differs from that of the layers: a project's file overrides the user's
 * file, and it is trusted less, since others write it.
 */
const TRUST = { default: 0, project: 1, user: 2, environment: 3, flag: 3 } as const;

/** Whether a value comes from a layer that is trusted less than the layer of the other value. */
export function isLessTrusted(one: Leaf, other: Leaf): boolean {
  return TRUST[one.origin.layer] < TRUST[other.origin.layer];
}
