import type { Dialect } from "./dialect.ts";

/** A model's name with its provider, as routes and receipts write it: `anthropic/claude-sonnet-4-5`. */
export function canonicalModel(dialect: Dialect, name: string): string {
  const own = nativeModel(dialect, name);
  return `${dialect.modelPrefix}/${own}`;
}

/** A model's name as the dialect's own API takes it: without the provider, and without Gemini's `models/`. */
export function nativeModel(dialect: Dialect, name: string): string {
  const bare = name.replace(/^models\//, "");
  const prefix = `${dialect.modelPrefix}/`;
  return bare.startsWith(prefix) ? bare.slice(prefix.length) : bare;
}
