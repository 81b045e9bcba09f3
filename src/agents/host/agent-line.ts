import { type JsonObject, parseFreeLine } from "../../lib/index.ts";

/**
 * Reads one line of an agent as a JSON object; undefined for anything else. The line is passed on inside of events as it came. Of a
 * name twice in an object, which the sidecar protocol refuses, the last one counts.
 */
export function readAgentLine(line: string): JsonObject | undefined {
  try {
    const value = read(line);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function read(line: string): unknown {
  try {
    return parseFreeLine(line);
  } catch {
    // A name twice, or text that is no JSON, which fails again.
    return JSON.parse(line);
  }
}

/** Whether a value of an agent's line is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
