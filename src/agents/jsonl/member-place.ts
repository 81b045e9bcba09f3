import type { JsonValue } from "../../lib/index.ts";

/** The value at a place, such as `message.content.0.text`. Undefined if there is none. */
export function valueAt(value: JsonValue, place: string): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const name of place.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, JsonValue>)[name];
  }
  return found;
}

/** The text at a place. Undefined for anything else. */
export function textAt(value: JsonValue, place: string | undefined): string | undefined {
  const found = place === undefined ? undefined : valueAt(value, place);
  return typeof found === "string" ? found : undefined;
}
