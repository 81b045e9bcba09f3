import type { VendorMembers } from "../../contract/index.ts";
import { setMember } from "../../lib/index.ts";
import type { Cursor } from "./cursor.ts";
import { isMembers, type Members, withoutNulls } from "./members.ts";
import { spellingKey } from "./spelling.ts";

/**
 * A dialect's own members are those that only this dialect knows. A reader finds them among the members that it did
 * not read, keeps them in `node.vendor[dialect]`, and the writer of the same dialect restores them. Every other dialect
 * reports them as lost.
 */
interface Node {
  vendor?: VendorMembers | undefined;
}

/** The members of an object that were not read, without those that are null; undefined when there are none. */
export function leftover(cursor: Cursor): Members | undefined {
  const unread = cursor.unread();
  return unread === undefined ? undefined : withoutNulls(unread);
}

/** Own members and spellings in the form that a node is built with: `{ type: "text", text, ...asVendor(…) }`. */
export function asVendor(
  dialect: string,
  members: Members | undefined,
  spellings?: readonly string[],
): { vendor: VendorMembers } | undefined {
  let vendor: VendorMembers | undefined;
  if (members !== undefined && hasMembers(members)) vendor = { [dialect]: members };
  if (spellings !== undefined) {
    for (const spelling of spellings) {
      vendor ??= {};
      vendor[spellingKey(dialect, spelling)] = {};
    }
  }
  return vendor === undefined ? undefined : { vendor };
}

/** Adds own members to a node that exists already, and returns the node, which owns `members` from then on. */
export function keepOwn<Kept extends Node>(node: Kept, dialect: string, members: Members | undefined): Kept {
  if (members === undefined || !hasMembers(members)) return node;
  const before = node.vendor?.[dialect];
  node.vendor = { ...node.vendor, [dialect]: before === undefined ? members : { ...before, ...members } };
  return node;
}

const NONE: Members = Object.freeze({});

/** The own members that a node keeps for a dialect; an empty object, which is shared, when it keeps none. */
export function ownMembers(node: Readonly<Node>, dialect: string): Members {
  return node.vendor?.[dialect] ?? NONE;
}

/** Whether a node keeps own members for a dialect. */
export function hasOwnMembers(node: Readonly<Node>, dialect: string): boolean {
  return node.vendor?.[dialect] !== undefined;
}

/**
 * Restores own members in what was written for a node, and returns it. A member that was written stays, unless it is
 * null; objects that stand on both sides are merged.
 */
export function restoreOwn(written: Members, own: Members): Members {
  for (const name of Object.keys(own)) {
    const value = own[name];
    const before = Object.hasOwn(written, name) ? written[name] : undefined;
    if (before === undefined || before === null) setMember(written, name, value);
    else if (isMembers(before) && isMembers(value)) restoreOwn(before, value);
  }
  return written;
}

/** Adds a member, such as the leftover of a nested object that has no node of its own, unless it is undefined. */
export function nest(members: Members | undefined, name: string, inner: unknown): Members | undefined {
  return inner === undefined ? members : { ...members, [name]: inner };
}

function hasMembers(members: Members): boolean {
  for (const _ in members) return true;
  return false;
}
