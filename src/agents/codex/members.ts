import type { JsonObject, JsonValue } from "../../lib/index.ts";
import { isJsonObject } from "../host/agent-line.ts";

/** The text of a member; empty if it has none. */
export function textOf(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === "string" ? value : "";
}

/** The object of a member; empty if it has none. */
export function objectOf(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isJsonObject(value) ? value : {};
}

/** The items of a member that is a list; empty if it has none. */
export function listOf(object: JsonObject, name: string): readonly JsonValue[] {
  const value = object[name];
  return Array.isArray(value) ? value : [];
}

/** The objects in a member that is a list. */
export function objectsOf(object: JsonObject, name: string): readonly JsonObject[] {
  return listOf(object, name).filter(isJsonObject);
}

/** The number of a member; null if it has none. */
export function numberOf(object: JsonObject, name: string): number | null {
  const value = object[name];
  return typeof value === "number" ? value : null;
}
