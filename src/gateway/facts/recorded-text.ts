import { settleNumbers } from "../../lib/index.ts";
/** The longest name, path or the like of a caller or an engine that a record holds, in characters. */
export const MAX_RECORDED_LENGTH = 512;
/** The longest usage of an engine that a record holds as it came: its texts and names in characters, and its values. */
const MAX_RAW_LENGTH = 16 * 1024;

/** A text as records hold it: a long one is cut. */
export function recordedText(text: string): string {
  return text.length <= MAX_RECORDED_LENGTH ? text : text.slice(0, MAX_RECORDED_LENGTH).toWellFormed();
}

/** An engine's own usage as records hold it: a long one is left out. */
export function recordedUsage(raw: unknown): unknown {
  return raw === undefined || isShort(raw)
    ? settleNumbers(raw, true)
    : { omitted: `longer than ${MAX_RAW_LENGTH}` };
}

function isShort(raw: unknown): boolean {
  const open = [raw];
  let length = 0;
  while (open.length > 0) {
    const value = open.pop();
    length += typeof value === "string" ? value.length : 1;
    if (typeof value === "object" && value !== null) {
      for (const name in value) {
        length += name.length;
        open.push((value as Readonly<Record<string, unknown>>)[name]);
        if (length > MAX_RAW_LENGTH) return false;
      }
    }
    if (length > MAX_RAW_LENGTH) return false;
  }
  return true;
}
