import type { VendorMembers } from "../../contract/index.ts";
import { isMembers, type Members } from "../members/cursor.ts";

interface Holder {
  readonly vendor?: VendorMembers | undefined;
}

/** The members of a node that only this dialect knows. */
export function ownMembers(node: Holder, id: string): Members | undefined {
  return node.vendor?.[id];
}

/** Puts members that only this dialect knows back, without touching what was written. */
export function mergeOwn(target: Members, own: Members | undefined): Members {
  if (own === undefined) return target;
  for (const [name, value] of Object.entries(own)) {
    const written = Object.hasOwn(target, name) ? target[name] : undefined;
    if (written === undefined || written === null) setOwn(target, name, value);
    else if (isMembers(written) && isMembers(value)) mergeOwn(written, value);
  }
  return target;
}

// A member that a server calls `__proto__` must not reach the prototype of every object.
function setOwn(target: Members, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Sets a member unless there is nothing to set. */
export function put(target: Members, name: string, value: unknown): void {
  if (value !== undefined) target[name] = value;
}

/** Adds members to what a node keeps for this dialect. */
export function keepOwn<Node extends { vendor?: VendorMembers | undefined }>(
  node: Node,
  id: string,
  members: Members,
): Node {
  node.vendor = { ...node.vendor, [id]: { ...node.vendor?.[id], ...members } };
  return node;
}
