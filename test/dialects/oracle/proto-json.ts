import { type Json, object } from "./neutral.ts";

/** Members whose content belongs to the caller, so that their names are no names of the wire. */
const free: ReadonlySet<string> = new Set([
  "args",
  "response",
  "parameters",
  "parametersJsonSchema",
  "responseSchema",
  "responseJsonSchema",
  "responseJsonSchema",
  "customMetadata",
  "labels",
]);

/** The document with its member names in lower camel case: JSON of protocol buffers may use either spelling. */
export function camel(value: unknown): Json {
  return object(convert(value));
}

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  if (typeof value !== "object" || value === null) return value;
  const converted: Json = {};
  for (const [name, member] of Object.entries(value)) {
    const own = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    converted[own] = free.has(own) ? member : convert(member);
  }
  return converted;
}
