import type { VendorMembers } from "../../contract/index.ts";
import { type Cursor, isMembers, type Members } from "../members/cursor.ts";
import { CLAUDE } from "./wire.ts";

/** The members of an object that nobody read, without those that are null and so say nothing. */
export function leftOver(cursor: Cursor): Members | undefined {
  const rest = cursor.rest(CLAUDE)?.vendor[CLAUDE];
  return rest === undefined ? undefined : withoutNulls(rest);
}

/** Members without those that are null; undefined when none is left. */
export function withoutNulls(members: Members): Members | undefined {
  let kept: Members | undefined;
  for (const name of Object.keys(members)) {
    const value = members[name];
    if (value === null || value === undefined) continue;
    kept ??= {};
    kept[name] = value;
  }
  return kept;
}

/** Members of this dialect, as a node carries them. */
export function asVendor(members: Members | undefined): { vendor: VendorMembers } | undefined {
  return members === undefined || Object.keys(members).length === 0
    ? undefined
    : { vendor: { [CLAUDE]: members } };
}

/** The members of this dialect that a node carries. */
export function ownMembers(node: { vendor?: VendorMembers | undefined }): Members | undefined {
  return node.vendor?.[CLAUDE];
}

/** Adds a node's own members to what was written for it; what was written stands. */
export function addOwn(target: Members, members: Members | undefined): Members {
  for (const name of Object.keys(members ?? {})) {
    const value = members![name];
    const written = target[name];
    if (written === undefined) target[name] = value;
    else if (isMembers(written) && isMembers(value)) target[name] = { ...value, ...written };
  }
  return target;
}
