import type { Members } from "../../../dialects/index.ts";

/** Makes one item. Returns undefined for an optional item whose schema is endlessly recursive. */
export type MakeItem = (schema: unknown, variant: number, isNeeded: boolean) => unknown;

const MAX_ITEMS = 1000;

/** Makes an array with as few items as allowed, but with one if one is allowed. */
export function sampleArray(schema: Members, make: MakeItem): unknown[] {
  const least = numberOf(schema["minItems"], 0);
  const most = numberOf(schema["maxItems"], Number.POSITIVE_INFINITY);
  const { items } = schema;
  const list = schema["prefixItems"] ?? (Array.isArray(items) ? items : undefined);
  const heads: unknown[] = Array.isArray(list) ? list : [];
  const rest = Array.isArray(items) ? schema["additionalItems"] : items;
  const { contains } = schema;
  const held = contains === undefined ? 0 : numberOf(schema["minContains"], 1);
  const wanted = Math.min(most, Math.max(least, heads.length + held, 1), MAX_ITEMS);
  const made: unknown[] = [];
  while (made.length < wanted) {
    const index = made.length;
    const part = index < heads.length ? heads[index] : index < heads.length + held ? contains : rest;
    if (part === false) break;
    const value = make(part, index, index < least || index < heads.length + held);
    if (value === undefined) break;
    made.push(value);
  }
  return made;
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === "number"
    ? value
    : typeof value === "string" && /^\d+$/.test(value)
      ? Number(value)
      : otherwise;
}
