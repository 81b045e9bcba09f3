import { isRawNumber } from "./raw/raw-number.ts";

/**
 * A value of JSON as a word, for comparing and showing it: texts as they are, numbers as they are written, and no content of objects
 * and arrays. `String` throws for an object whose members hide the ways to a text, and for a number that is kept as written.
 */
export function textOfJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  if (isRawNumber(value)) return value.rawJSON;
  return Array.isArray(value) ? "[array]" : "[object]";
}
