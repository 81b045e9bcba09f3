import { AbpError } from "../../contract/index.ts";

export function readPair(text: string, flag: string): [string, string] {
  const cut = text.indexOf("=");
  if (cut <= 0)
    throw new AbpError("usage_invalid", `${JSON.stringify(text)} is not KEY=VALUE`, { where: flag });
  return [text.slice(0, cut), text.slice(cut + 1)];
}

/** Reads a value as JSON. Text that is not JSON is a string. */
export function readLooseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // Plain words need no quotes.
  }
}

/** Sets a value at a path of nested objects, and creates the objects that are missing. */
export function setAt(
  target: Record<string, unknown>,
  path: readonly string[],
  value: unknown,
  flag: string,
): void {
  const [name = "", ...rest] = path;
  if (name === "" || name === "__proto__") {
    throw new AbpError("usage_invalid", "a part of the key is empty or not allowed", { where: flag });
  }
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = target[name] ?? {};
  if (typeof inner !== "object" || Array.isArray(inner)) {
    throw new AbpError("usage_invalid", `${JSON.stringify(name)} is already set to a value`, { where: flag });
  }
  target[name] = inner;
  setAt(inner as Record<string, unknown>, rest, value, flag);
}
