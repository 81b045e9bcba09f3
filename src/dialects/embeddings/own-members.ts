import type { LossEntry } from "../../contract/index.ts";
import { numberOf } from "../../lib/index.ts";
import { type Cursor, wrongType } from "../members/cursor.ts";

const NOT_ELSEWHERE = "only the caller's API has this field";

/** Accounts for the members that nobody read: no other vendor takes them. A null is the same as no member. */
export function ownLosses(cursor: Cursor): LossEntry[] {
  return Object.entries(cursor.unread() ?? {})
    .filter(([, value]) => value !== null)
    .map(([name]) => lostMember(cursor.at(name)));
}

/** The account of one member that only the caller's API has. */
export function lostMember(path: string): LossEntry {
  return { path, feature: "vendor", disposition: "disclosed", reason: NOT_ELSEWHERE };
}

/** The length of vectors. Throws `contract_schema_violation` if it is no whole number above 0. */
export function readDimensions(cursor: Cursor, name: string): number | undefined {
  const value = cursor.number(name);
  if (value === undefined || (Number.isInteger(value) && value > 0)) return value;
  throw wrongType(cursor.at(name), value, "a whole number above 0");
}

/** The numbers of a vector. Throws `contract_schema_violation` if the value is no list of numbers. */
export function readVector(value: unknown, path: string): number[] {
  if (Array.isArray(value) && value.length > 0) {
    if (value.every((one) => typeof one === "number")) return value;
    const numbers = value.map(numberOf);
    if (numbers.every((one) => one !== undefined)) return numbers;
  }
  throw wrongType(path, value, "a list of numbers");
}
