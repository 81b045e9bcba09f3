import { isMembers } from "../members/members.ts";

/** What one vendor assumes of its own members if a request does not have them. */
export interface Assumptions {
  /** By the name of the member: whether a value says what is assumed without it, or nothing that another vendor could answer to. */
  readonly values: Readonly<Record<string, (value: unknown) => boolean>>;
  /** The objects of settings: one that is empty, or has assumed values alone, says nothing. An unknown empty object may switch something on. */
  readonly settings: ReadonlySet<string>;
}

/** Whether a member of one dialect alone asks for nothing: it is null, empty, or has the value that is assumed without it. */
export function isAssumed(member: string, value: unknown, assumptions: Assumptions): boolean {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return true;
  const check = Object.hasOwn(assumptions.values, member) ? assumptions.values[member] : undefined;
  if (check?.(value) === true) return true;
  if (!isMembers(value) || !assumptions.settings.has(member)) return false;
  return Object.entries(value).every(([name, inner]) => isAssumed(name, inner, assumptions));
}

/** Whether a value is false. */
export const isFalse = (value: unknown): boolean => value === false;

/** Whether a value is zero. */
export const isZero = (value: unknown): boolean => value === 0;

/** A check for one of some words. */
export function isOneOf(...words: readonly string[]): (value: unknown) => boolean {
  return (value) => typeof value === "string" && words.includes(value);
}
