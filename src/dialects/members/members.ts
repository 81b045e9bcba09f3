import { isRawNumber, setMember } from "../../lib/index.ts";

/** Any JSON object. */
export type Members = Record<string, unknown>;

/** Whether a value is a JSON object. A number that is kept as it is written is none. */
export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

/** Copies the named members, in the order of the object. */
export function pickMembers(members: Members, names: ReadonlySet<string>): Members {
  const picked: Members = {};
  for (const name of Object.keys(members)) if (names.has(name)) picked[name] = members[name];
  return picked;
}

/** Copies all members but the named ones. */
export function omitMembers(members: Members, ...names: string[]): Members {
  const kept: Members = {};
  for (const name of Object.keys(members)) if (!names.includes(name)) setMember(kept, name, members[name]);
  return kept;
}

/** Copies the members that are neither null nor undefined; returns undefined when there are none. */
export function withoutNulls(members: Members): Members | undefined {
  let kept: Members | undefined;
  for (const name of Object.keys(members)) {
    const value = members[name];
    if (value === null || value === undefined) continue;
    kept ??= {};
    setMember(kept, name, value);
  }
  return kept;
}

/** Sets a member unless its value is undefined. */
export function put(members: Members, name: string, value: unknown): void {
  if (value !== undefined) members[name] = value;
}
