import { sha256Hex } from "../../../lib/index.ts";

/** A text that stands for another one: the same each time, and not readable. At most 64 characters of hexadecimal. */
export function digestOf(text: string, maxLength: number): string {
  return sha256Hex(text).slice(0, maxLength);
}
