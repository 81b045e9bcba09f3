import type { VendorMembers } from "../../contract/index.ts";
import type { Cursor, Members } from "../members/cursor.ts";
import { ID } from "./wire.ts";

/** Anything that can carry members of its own dialect. */
interface Carrier {
  readonly vendor?: VendorMembers | undefined;
}

/**
 * A mark says how something was spelled where the wire has two spellings for one meaning, so that the same dialect
 * writes it back as it was. It is a vendor name without members: no other dialect loses anything by ignoring it.
 * A mark may hold a value after `=`.
 */
function keyOf(mark: string): string {
  return `${ID}:${mark}`;
}

/** The members that only this dialect knows, and the marks, as a node carries them. */
export function carry(
  members: Members | undefined,
  marks: readonly string[] = [],
): { vendor?: VendorMembers } {
  const hasMembers = members !== undefined && Object.keys(members).length > 0;
  if (!hasMembers && marks.length === 0) return {};
  const vendor: VendorMembers = hasMembers ? { [ID]: members } : {};
  for (const mark of marks) vendor[keyOf(mark)] = {};
  return { vendor };
}

/** The members of a node that only this dialect knows. */
export function ownMembers(node: Carrier): Members {
  return node.vendor?.[ID] ?? {};
}

/** Whether a node has a mark. */
export function hasMark(node: Carrier, mark: string): boolean {
  return node.vendor !== undefined && keyOf(mark) in node.vendor;
}

/** The value of a mark. */
export function markValue(node: Carrier, mark: string): string | undefined {
  if (node.vendor === undefined) return undefined;
  const prefix = `${keyOf(mark)}=`;
  for (const key in node.vendor) if (key.startsWith(prefix)) return key.slice(prefix.length);
  return undefined;
}

/** What nobody read of an object; a null says nothing, so it is left out. */
export function restOf(cursor: Cursor): Members {
  const rest: Members = {};
  for (const [name, value] of Object.entries(cursor.rest(ID)?.vendor[ID] ?? {})) {
    if (value !== null) rest[name] = value;
  }
  return rest;
}

/** Adds members to an object that is being written, without overriding what stands there. */
export function addMissing(target: Members, members: Members): Members {
  for (const name of Object.keys(members)) if (target[name] === undefined) target[name] = members[name];
  return target;
}

/** The same members without some of them. */
export function without(members: Members, ...names: string[]): Members {
  const kept: Members = {};
  for (const name of Object.keys(members)) if (!names.includes(name)) kept[name] = members[name];
  return kept;
}
