import type { ModelList } from "./model-list.ts";

/**
 * A model's name with its provider, as routes and receipts write it: `anthropic/claude-sonnet-4-5`.
 *
 * @example
 * import { canonicalModel, findDialect } from "agent-backplane/dialects";
 * canonicalModel(findDialect("claude"), "claude-sonnet-4-5"); // anthropic/claude-sonnet-4-5
 */
export function canonicalModel(dialect: Pick<ModelList, "modelPrefix">, name: string): string {
  const own = nativeModel(dialect, name);
  return `${dialect.modelPrefix}/${own}`;
}

/**
 * A model's name as the dialect's own API takes it: without the provider, and without Gemini's `models/`.
 *
 * @example
 * import { findDialect, nativeModel } from "agent-backplane/dialects";
 * nativeModel(findDialect("claude"), "anthropic/claude-sonnet-4-5"); // claude-sonnet-4-5
 */
export function nativeModel(dialect: Pick<ModelList, "modelPrefix">, name: string): string {
  const bare = name.replace(/^models\//, "");
  const prefix = `${dialect.modelPrefix}/`;
  return bare.startsWith(prefix) ? bare.slice(prefix.length) : bare;
}
