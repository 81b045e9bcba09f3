import type { JsonValue } from "../../lib/index.ts";

/** A frame of the sidecar protocol holds 8 MiB; a character takes up to three bytes. */
const MAX_CHARACTERS = 2 * 1024 * 1024;

/** A text that fits into an event. */
export function boundedText(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS)}\n[${text.length - MAX_CHARACTERS} characters left out]`;
}

/** A value that fits into an event. One that is too large becomes the beginning of its text. */
export function boundedValue(value: JsonValue): JsonValue {
  if (typeof value === "string") return boundedText(value);
  if (typeof value !== "object" || value === null) return value;
  const text = JSON.stringify(value);
  return text.length <= MAX_CHARACTERS ? value : boundedText(text);
}
