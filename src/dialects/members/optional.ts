import type { Block, VendorMembers } from "../../contract/index.ts";
import { isSpelled, spell } from "./spelling.ts";

const OWNER = "abp";
const OPTIONAL = "optional";

/** Marks a block that only records an action of its vendor: the answer does not depend on it. */
export function markOptional<Node extends { vendor?: VendorMembers | undefined }>(node: Node): Node {
  return spell(node, OWNER, OPTIONAL);
}

/** Whether a block can be left out of a request without changing the question. */
export function isOptional(block: Block): boolean {
  return isSpelled(block, OWNER, OPTIONAL);
}
