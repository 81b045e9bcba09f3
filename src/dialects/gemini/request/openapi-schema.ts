import { mapSubschemas } from "../../json-schema/subschemas.ts";
import { isMembers, type Members } from "../../members/members.ts";

const COUNTS = new Set(["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"]);

/**
 * A schema in the API's OpenAPI subset (`parameters`, `responseSchema`) as JSON Schema: types in small letters,
 * `nullable` as a type of its own, counts as numbers (int64 is text in proto3 JSON), `example` as `examples`.
 */
export function fromOpenApi(schema: unknown): unknown {
  if (!isMembers(schema)) return schema;
  const out: Members = {};
  for (const [name, value] of Object.entries(schema)) {
    if (value === null || name === "nullable") continue;
    if (name === "type") {
      const type = lowerType(value);
      if (type !== undefined && type !== "type_unspecified") out["type"] = type;
    } else if (COUNTS.has(camel(name))) out[camel(name)] = toCount(value);
    else if (name === "properties" && isMembers(value)) out[name] = mapValues(value, fromOpenApi);
    else if (name === "items") out[name] = fromOpenApi(value);
    else if (camel(name) === "anyOf" && Array.isArray(value)) out["anyOf"] = value.map(fromOpenApi);
    else if (name === "example") out["examples"] = [value];
    else out[camel(name)] = value;
  }
  return schema["nullable"] === true ? withNull(out) : out;
}

/**
 * A JSON Schema with its types in small letters. Google's SDKs write `OBJECT` also in the fields that take JSON
 * Schema. Gives the schema itself back if nothing changes.
 */
export function withSmallTypes(schema: unknown): unknown {
  if (!isMembers(schema)) return schema;
  const mapped = mapSubschemas(schema, withSmallTypes);
  const type = lowerType(mapped["type"]);
  return JSON.stringify(type) === JSON.stringify(mapped["type"]) ? mapped : { ...mapped, type };
}

// Type of generativelanguage v1beta, for clients that send enums as numbers; 0 is unspecified.
const TYPE_NUMBERS = [undefined, "string", "number", "integer", "boolean", "array", "object", "null"];

function lowerType(value: unknown): unknown {
  if (typeof value === "number") return TYPE_NUMBERS[value];
  if (typeof value === "string") return value.toLowerCase();
  return Array.isArray(value) ? value.map(lowerType) : value;
}

function withNull(schema: Members): Members {
  const { type } = schema;
  if (typeof type === "string") {
    const values = schema["enum"];
    const listed = Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {};
    return { ...schema, type: [type, "null"], ...listed };
  }
  const { anyOf } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: "null" }] };
  return schema;
}

function toCount(value: unknown): unknown {
  return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
}

function mapValues(members: Members, change: (value: unknown) => unknown): Members {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]));
}

const SNAKE_KEYWORDS: Readonly<Record<string, string>> = {
  any_of: "anyOf",
  min_items: "minItems",
  max_items: "maxItems",
  min_length: "minLength",
  max_length: "maxLength",
  min_properties: "minProperties",
  max_properties: "maxProperties",
  property_ordering: "propertyOrdering",
};

function camel(keyword: string): string {
  return Object.hasOwn(SNAKE_KEYWORDS, keyword) ? SNAKE_KEYWORDS[keyword]! : keyword;
}
