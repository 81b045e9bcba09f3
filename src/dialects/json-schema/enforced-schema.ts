import { isMembers, type Members } from "../members/members.ts";
import { resolveReference } from "./reference.ts";
import { mapSubschemas } from "./subschemas.ts";

/** A change that a schema needed, and its position. */
export interface SchemaChange {
  readonly path: string;
  readonly keyword: string;
  /** Whether the meaning is narrower than the caller's, or only spelled out. */
  readonly loses: boolean;
}

// Keywords that the API's structured output answers with a 400 (the SDK's own schema transform lists the accepted ones).
const rejected = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "maxItems",
  "uniqueItems",
  "contains",
  "minContains",
  "maxContains",
  "minProperties",
  "maxProperties",
  "patternProperties",
  "propertyNames",
]);

// The formats that it enforces.
const formats = new Set([
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "uri",
  "ipv4",
  "ipv6",
  "uuid",
]);

const schemaMaps = new Set(["properties", "$defs", "definitions"]);
const schemaLists = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);

/**
 * An output schema as the API takes it: bounds that it cannot enforce become part of the description, as its own
 * SDK does it, and objects are closed. A schema that needs no change is given back as it is.
 */
export function adaptSchema(schema: unknown, note: (change: SchemaChange) => void, path = ""): unknown {
  if (!isMembers(schema)) return schema;
  const adapted: Members = {};
  const told: string[] = [];
  let changed = false;
  for (const [keyword, value] of Object.entries(schema)) {
    if (isRejected(keyword, value)) {
      told.push(`${keyword}: ${JSON.stringify(value)}`);
      note({ path, keyword, loses: true });
      changed = true;
      continue;
    }
    const next = adaptMember(keyword, value, note, `${path}.${keyword}`);
    adapted[keyword] = next;
    if (next !== value) changed = true;
  }
  if (told.length > 0) adapted["description"] = describe(adapted["description"], told);
  if (closeObject(adapted, note, path)) changed = true;
  return changed ? adapted : schema;
}

function isRejected(keyword: string, value: unknown): boolean {
  if (keyword === "minItems") return value !== 0 && value !== 1;
  if (keyword === "format") return typeof value === "string" && !formats.has(value);
  return rejected.has(keyword);
}

/** Whether a schema refers to itself, which the API does not take if it enforces the schema. */
export function isRecursive(root: unknown, schema: unknown = root, open: readonly string[] = []): boolean {
  if (!isMembers(schema)) return false;
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    if (reference === "#" || open.includes(reference)) return true;
    const target = resolveReference(root, reference);
    return target !== undefined && isRecursive(root, target, [...open, reference]);
  }
  let found = false;
  mapSubschemas(schema, (one) => {
    found ||= isRecursive(root, one, open);
    return one;
  });
  return found;
}

function adaptMember(
  keyword: string,
  value: unknown,
  note: (change: SchemaChange) => void,
  path: string,
): unknown {
  if (schemaMaps.has(keyword) && isMembers(value)) {
    const entries = Object.entries(value).map(
      ([name, one]) => [name, adaptSchema(one, note, `${path}.${name}`)] as const,
    );
    return entries.some(([name, one]) => one !== value[name]) ? Object.fromEntries(entries) : value;
  }
  if (schemaLists.has(keyword) && Array.isArray(value)) {
    const list = value.map((one, index) => adaptSchema(one, note, `${path}[${index}]`));
    return list.some((one, index) => one !== value[index]) ? list : value;
  }
  return keyword === "items" ? adaptSchema(value, note, path) : value;
}

function closeObject(schema: Members, note: (change: SchemaChange) => void, path: string): boolean {
  if (schema["type"] !== "object" || schema["additionalProperties"] === false) return false;
  note({ path, keyword: "additionalProperties", loses: schema["additionalProperties"] !== undefined });
  schema["additionalProperties"] = false;
  return true;
}

function describe(description: unknown, told: readonly string[]): string {
  const before = typeof description === "string" && description !== "" ? `${description}\n\n` : "";
  return `${before}{${told.join(", ")}}`;
}
