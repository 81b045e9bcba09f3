/**
 * The id of every dialect, which is also the name of its folder and of the constant that the folder exports.
 * To add a dialect, add its folder and its id here, then run `npm run generate`.
 * The order decides which dialect wins when a request body fits several equally well.
 *
 * This file imports nothing, so that the command line can list the ids without loading the dialects.
 */
export const dialectIds = ["claude", "openai", "codex", "gemini", "kimi", "copilot"] as const;

export type DialectId = (typeof dialectIds)[number];

/** The groups of endpoints that keep things at a vendor, for the list `endpoints` of a key. The tables of the dialects use them. */
export const endpointGroups = [
  "agents",
  "assistants",
  "audio",
  "auth_tokens",
  "batches",
  "cached_contents",
  "chat_completions",
  "chatkit",
  "containers",
  "corpora",
  "credentials",
  "deployments",
  "dreams",
  "environments",
  "evals",
  "file_search_stores",
  "files",
  "fine_tuning",
  "interactions",
  "live",
  "memory_stores",
  "operations",
  "prompts",
  "realtime",
  "sessions",
  "skills",
  "triggers",
  "tuned_models",
  "tunnels",
  "uploads",
  "user_profiles",
  "vaults",
  "vector_stores",
  "videos",
  "voices",
  "webhooks",
] as const;
