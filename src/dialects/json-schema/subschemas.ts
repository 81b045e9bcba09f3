import { isMembers, type Members } from "../members/members.ts";

const MAPS: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);
const LISTS: ReadonlySet<string> = new Set(["anyOf", "oneOf", "allOf", "prefixItems", "items"]);
const SINGLES: ReadonlySet<string> = new Set([
  "items",
  "additionalProperties",
  "additionalItems",
  "unevaluatedProperties",
  "unevaluatedItems",
  "contains",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
]);

/** Changes the schemas that stand directly in a schema. Gives the schema itself back if none changes. */
export function mapSubschemas(schema: Members, change: (schema: unknown) => unknown): Members {
  let mapped = schema;
  for (const [keyword, value] of Object.entries(schema)) {
    if (typeof value !== "object" || value === null) continue;
    const next = mapMember(keyword, value, change);
    if (next !== value) mapped = { ...mapped, [keyword]: next };
  }
  return mapped;
}

function mapMember(keyword: string, value: object, change: (schema: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    if (!LISTS.has(keyword)) return value;
    const list = value.map((one: unknown) => change(one));
    return list.some((one, index) => one !== value[index]) ? list : value;
  }
  if (!isMembers(value)) return value;
  if (MAPS.has(keyword)) {
    let mapped = value;
    for (const [name, one] of Object.entries(value)) {
      const next = change(one);
      if (next !== one) mapped = { ...mapped, [name]: next };
    }
    return mapped;
  }
  return SINGLES.has(keyword) ? change(value) : value;
}
