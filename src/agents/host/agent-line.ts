import type { JsonObject, JsonValue } from "../../lib/index.ts";

/** Deeper values become text, so that the line still fits into a frame that holds it. */
const MAX_DEPTH = 64;

/**
 * Reads one line of an agent as a JSON object; undefined for anything else. The line is passed on inside of events, so what the
 * sidecar protocol refuses is repaired: values that are nested too deep, and members named `__proto__`.
 */
export function readAgentLine(line: string): JsonObject | undefined {
  try {
    const value = repaired(JSON.parse(line), 1);
    return isJsonObject(value) ? value : undefined;
  } catch {
    // Not JSON, or nested deeper than the parser of the engine can follow.
    return undefined;
  }
}

/** Whether a value of an agent's line is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The same value where nothing has to be repaired. */
function repaired(value: JsonValue, depth: number): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return JSON.stringify(value);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = repaired(item, depth + 1);
    return value;
  }
  Reflect.deleteProperty(value, "__proto__");
  for (const name of Object.keys(value)) value[name] = repaired(value[name] as JsonValue, depth + 1);
  return value;
}
