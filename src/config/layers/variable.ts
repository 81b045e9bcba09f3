import type { KeyPath } from "../schema/key-path.ts";
import type { KeyRow } from "../schema/key-table.ts";

/** What the names of all our environment variables begin with. */
export const VARIABLE_PREFIX = "ABP_";

/** What parts the levels of a nested key in the name of its variable. */
export const LEVEL_SEPARATOR = "__";

/** The environment variable that sets a key: `ABP_RECEIPTS__ORIGIN` for `receipts.origin`. */
export function variableName(path: KeyPath): string {
  return `${VARIABLE_PREFIX}${path.map(variableSegment).join(LEVEL_SEPARATOR)}`;
}

/** One level of a key as it stands in the name of a variable; it never holds the separator of levels. */
export function variableSegment(name: string): string {
  return name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}

/** A value that was read from text, or why it could not be. */
export type TextValue = { readonly value: unknown } | { readonly problem: string };

const TRUE = ["true", "1", "yes", "on"];
const FALSE = ["false", "0", "no", "off"];

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Reads the text of a variable as a key's type; ranges and options are checked with all other values. */
export function readText(row: KeyRow, text: string): TextValue {
  switch (row.kind) {
    case "string":
      return { value: text };
    case "integer":
      return /^[+-]?\d+$/.test(text.trim()) ? { value: Number(text) } : { problem: "is not a whole number" };
    case "number":
      return DECIMAL.test(text.trim()) ? { value: Number(text) } : { problem: "is not a number" };
    case "boolean": {
      const word = text.trim().toLowerCase();
      if (TRUE.includes(word)) return { value: true };
      return FALSE.includes(word) ? { value: false } : { problem: "is not `true` or `false`" };
    }
    case "list":
      return readList(text.trim());
  }
}

function readList(text: string): TextValue {
  if (!text.startsWith("[")) {
    const items = text.split(",").map((item) => item.trim());
    return { value: items.filter((item) => item !== "") };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: "begins with `[` and is not a JSON array" };
  }
}
