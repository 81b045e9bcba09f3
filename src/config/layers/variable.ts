import type { KeyPath } from "../schema/key-path.ts";
import type { KeyDefinition } from "../schema/key-table.ts";

/** The prefix of the environment variables that set keys. */
export const VARIABLE_PREFIX = "ABP_";

/** Separates the levels of a nested key in the name of its variable. */
export const LEVEL_SEPARATOR = "__";

/** The environment variable that sets a key: `ABP_RECEIPTS__ORIGIN` for `receipts.origin`. */
export function variableName(path: KeyPath): string {
  return `${VARIABLE_PREFIX}${path.map(variableSegment).join(LEVEL_SEPARATOR)}`;
}

/** Writes one level of a key as part of a variable's name. The result never contains the level separator. */
export function variableSegment(name: string): string {
  return name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}

/** A value read from text, or the reason why the text is not one. */
export type TextValue = { readonly value: unknown } | { readonly problem: string };

const TRUE = ["true", "1", "yes", "on"];
const FALSE = ["false", "0", "no", "off"];

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Reads the text of a variable as the key's type. The schema checks ranges and options later. */
export function readText(definition: KeyDefinition, text: string): TextValue {
  switch (definition.kind) {
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
