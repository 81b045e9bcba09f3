import type { VendorMembers } from "../../contract/index.ts";
import type { ChatProfile } from "./profile.ts";

interface Spelled {
  vendor?: VendorMembers | undefined;
}

/**
 * A spelling remembers which of several forms of the same meaning the caller used (text or a list of one part,
 * `max_tokens` or `max_completion_tokens`), so that the same dialect writes the same form.
 * It is a vendor entry without members: there is nothing in it that another dialect could lose.
 */
export function spell<Node extends Spelled>(node: Node, profile: ChatProfile, spelling: string): Node {
  node.vendor = { ...node.vendor, [`${profile.id}:${spelling}`]: {} };
  return node;
}

/** Whether a node was spelled so in this dialect. */
export function isSpelled(node: Spelled, profile: ChatProfile, spelling: string): boolean {
  return node.vendor !== undefined && `${profile.id}:${spelling}` in node.vendor;
}

/** The first of the spellings that a node has. */
export function spellingOf(
  node: Spelled,
  profile: ChatProfile,
  spellings: readonly string[],
): string | undefined {
  return node.vendor === undefined ? undefined : spellings.find((one) => isSpelled(node, profile, one));
}

// All dialects of this family have the switch, so a caller of any of them who left it out meant it.
const UNASKED = "chat:usage_unasked";

/** Remembers that the caller could have asked for usage in the stream and did not. */
export function markUsageUnasked(node: Spelled): void {
  node.vendor = { ...node.vendor, [UNASKED]: {} };
}

/** Whether the caller's dialect has a switch for usage in streams and the caller left it alone. */
export function isUsageUnasked(node: Spelled): boolean {
  return node.vendor !== undefined && UNASKED in node.vendor;
}
