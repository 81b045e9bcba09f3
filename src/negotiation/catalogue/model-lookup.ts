import type { ModelEntry } from "./model-entry.ts";
import { modelCatalogue } from "./models.ts";

/** An entry of the catalogue, and how it was found. */
export interface ModelMatch {
  readonly entry: ModelEntry;
  /** The id or alias of the entry that matched. */
  readonly matched: string;
  /** False if the asked id has a date or version after the matched one. */
  readonly exact: boolean;
}

const providerAliases = new Map([
  ["claude", "anthropic"],
  ["codex", "openai"],
  ["gemini", "google"],
  ["vertex", "google"],
  ["moonshotai", "moonshot"],
  ["kimi", "moonshot"],
  ["github", "copilot"],
  ["githubcopilot", "copilot"],
]);

// What vendors append to an id without making another model of it: a date, a build number, a channel.
const versionSuffix =
  /^[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|\d{3}|\d{4}|latest|preview|preview-\d{2}-\d{2}|preview-\d{2}-\d{4})$/;

const names = modelCatalogue.models
  .flatMap((entry) => [entry.model, ...entry.aliases].map((name) => ({ entry, name, key: modelKey(name) })))
  .sort((left, right) => right.key.length - left.key.length);

/** The provider's name in the catalogue, whatever it is called elsewhere. */
export function canonicalProvider(provider: string): string {
  const key = provider.toLowerCase().replace(/[^a-z0-9]/g, "");
  return providerAliases.get(key) ?? key;
}

/**
 * Finds a model by id or alias, else by the longest id that it extends with a date or version.
 * Any other ending is another model: `gpt-5.5-pro` is not found as `gpt-5.5`.
 */
export function findModel(provider: string, model: string): ModelMatch | undefined {
  const vendor = canonicalProvider(provider);
  // Ids come with the path they have in an API or a router: `models/…`, `publishers/google/models/…`, `openai/…`.
  const key = modelKey(model.slice(model.lastIndexOf("/") + 1));
  const own = names.filter(({ entry }) => entry.provider === vendor);
  const exact = own.find((name) => name.key === key);
  if (exact !== undefined) return { entry: exact.entry, matched: exact.name, exact: true };
  const dated = own.find(
    (name) => key.startsWith(name.key) && versionSuffix.test(key.slice(name.key.length)),
  );
  return dated === undefined ? undefined : { entry: dated.entry, matched: dated.name, exact: false };
}

// Vendors and clouds disagree on the dot in version numbers: claude-opus-4.8 and claude-opus-4-8.
function modelKey(name: string): string {
  return name.toLowerCase().replaceAll(".", "-");
}
