import type { ModelEntry } from "./model-entry.ts";
import { modelCatalogue } from "./models.ts";

export interface ModelMatch {
  readonly entry: ModelEntry;
  /** The id or alias of the entry that matched. */
  readonly matched: string;
  /** False when the requested id continues after the matched one, with a date or version. */
  readonly exact: boolean;
}

const providerAliases = new Map([
  ["claude", "anthropic"],
  ["codex", "openai"],
  ["gemini", "google"],
  ["vertex", "google"],
  ["azure", "openai"],
  ["moonshotai", "moonshot"],
  ["kimi", "moonshot"],
  ["github", "copilot"],
  ["githubcopilot", "copilot"],
]);

// Endings that vendors append to the id of the same model: a date, a build number, a channel.
const versionSuffix =
  /^[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|\d{3}|\d{4}|latest|preview|preview-\d{2}-\d{2}|preview-\d{2}-\d{4})$/;

const names = modelCatalogue.models.flatMap((entry) =>
  [entry.model, ...entry.aliases].map((name) => ({ entry, name, key: modelKey(name) })),
);

/** The name that the catalogue uses for a provider. */
export function canonicalProvider(provider: string): string {
  const key = provider.toLowerCase().replace(/[^a-z0-9]/g, "");
  return providerAliases.get(key) ?? key;
}

/**
 * Finds a model by id or alias, otherwise by the id that the requested one continues with a date or version.
 * Any other ending names another model: `gpt-5.5-pro` does not match `gpt-5.5`.
 *
 * @example
 * import { findModel } from "agent-backplane/negotiation";
 * const found = findModel("anthropic", "claude-sonnet-4-5");
 */
export function findModel(provider: string, model: string): ModelMatch | undefined {
  const vendor = canonicalProvider(provider);
  // APIs and routers put a path before the id: `models/…`, `publishers/google/models/…`, `openai/…`.
  const key = modelKey(model.slice(model.lastIndexOf("/") + 1));
  const own = names.filter(({ entry }) => entry.provider === vendor);
  const exact = own.find((name) => name.key === key);
  if (exact !== undefined) return { entry: exact.entry, matched: exact.name, exact: true };
  const dated = own.find(
    (name) => key.startsWith(name.key) && versionSuffix.test(key.slice(name.key.length)),
  );
  return dated === undefined ? undefined : { entry: dated.entry, matched: dated.name, exact: false };
}

// Version numbers are written with a dot or a hyphen: claude-opus-4.8 and claude-opus-4-8.
function modelKey(name: string): string {
  return name.toLowerCase().replaceAll(".", "-");
}
