import { isMembers, type Members } from "../members/members.ts";
import { mapSubschemas } from "./subschemas.ts";

// The keywords of OpenAI's structured outputs (platform.openai.com, "Supported schemas").
const KEYWORDS: ReadonlySet<string> = new Set([
  "$schema",
  "$defs",
  "definitions",
  "$ref",
  "type",
  "title",
  "description",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "const",
  "anyOf",
  "pattern",
  "format",
  "multipleOf",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minItems",
  "maxItems",
]);

/** The keywords that say which values a schema allows; one of them must be there. */
const MEANINGS = ["type", "$ref", "enum", "const", "anyOf"];

const FORMATS: ReadonlySet<unknown> = new Set([
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uuid",
]);

const MAX_DEPTH = 10;

/** Says why a schema cannot be a strict one of OpenAI's once its objects are closed; undefined if it can. */
export function strictFault(schema: unknown): string | undefined {
  return faultOf(schema, 1);
}

function faultOf(schema: unknown, depth: number): string | undefined {
  if (!isMembers(schema)) return "a part of the schema is true or false";
  if (depth > MAX_DEPTH) return `it nests deeper than ${MAX_DEPTH} levels`;
  const own = keywordFault(schema) ?? objectFault(schema);
  if (own !== undefined) return own;
  let found: string | undefined;
  mapSubschemas(schema, (one) => {
    if (one !== schema["additionalProperties"]) found ??= faultOf(one, depth + 1);
    return one;
  });
  return found;
}

function keywordFault(schema: Members): string | undefined {
  const unknown = Object.keys(schema).find((name) => !KEYWORDS.has(name));
  if (unknown !== undefined) return `${unknown} is not one of its keywords`;
  const { format } = schema;
  if (format !== undefined && !FORMATS.has(format)) return `it has no format ${JSON.stringify(format)}`;
  if (Array.isArray(schema["items"])) return "it has no lists of items";
  return MEANINGS.some((name) => schema[name] !== undefined) ? undefined : "a part of it has no type";
}

function objectFault(schema: Members): string | undefined {
  const { properties, required, additionalProperties } = schema;
  const isObject = schema["type"] === "object" || isMembers(properties);
  if (!isObject) return undefined;
  if (additionalProperties !== undefined && additionalProperties !== false)
    return "an object of it takes fields that are not named";
  const names = isMembers(properties) ? Object.keys(properties) : [];
  const optional = names.find((name) => !Array.isArray(required) || !required.includes(name));
  return optional === undefined ? undefined : `${JSON.stringify(optional)} is optional`;
}

/**
 * The schema with its properties in the order that `propertyOrdering` names, which Gemini alone knows. Strict schemas answer in
 * the order of the properties themselves.
 */
export function withOrderedProperties(schema: unknown): unknown {
  if (!isMembers(schema)) return schema;
  const mapped = mapSubschemas(schema, withOrderedProperties);
  const { propertyOrdering: order, properties } = mapped;
  if (!Array.isArray(order)) return mapped;
  const { propertyOrdering: _, ...rest } = mapped;
  if (!isMembers(properties)) return rest;
  const first = order.filter(
    (name): name is string => typeof name === "string" && Object.hasOwn(properties, name),
  );
  const names = new Set([...first, ...Object.keys(properties)]);
  return { ...rest, properties: Object.fromEntries([...names].map((name) => [name, properties[name]])) };
}
