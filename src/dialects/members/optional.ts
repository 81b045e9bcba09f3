import type { Block, VendorMembers } from "../../contract/index.ts";

// A vendor entry without members: there is nothing in it that a dialect could lose.
const OPTIONAL = "abp:optional";

/** Marks a unit that only records what its vendor did for itself: an answer does not depend on it. */
export function markOptional<Node extends { vendor?: VendorMembers | undefined }>(node: Node): Node {
  node.vendor = { ...node.vendor, [OPTIONAL]: {} };
  return node;
}

/** Whether a unit can be left out of a request without changing what is asked. */
export function isOptional(block: Block): boolean {
  return block.vendor !== undefined && OPTIONAL in block.vendor;
}
