/**
 * A member of a frame as a word. `String` throws for an object whose members hide the ways to a text. The kit imports nothing of the
 * package at run time, because older versions of Node run it.
 */
export function wordOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return `${value as string | number | boolean | null}`;
  return Array.isArray(value) ? "[array]" : "[object]";
}
