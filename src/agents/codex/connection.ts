import {
  type AgentConnection,
  callHeaders,
  type GatewayConnection,
  runUrl,
  TOKEN_VARIABLE,
} from "../connection/agent-connection.ts";

/** Every setting that names a model: the main one, and those of reviews, sub-agents and memories. */
const MODEL_KEYS = [
  "model",
  "review_model",
  "agents.default_subagent_model",
  "memories.extract_model",
  "memories.consolidation_model",
];

export const codex: AgentConnection = {
  name: "codex",
  title: "Codex",
  executables: ["codex"],
  package: "@openai/codex",
  dialect: "codex",
  needsModel: false,
  vendor: "openai",
  ownModels: ["gpt-6.1-sol"],
  ownModelPatterns: ["gpt-*", "codex-*", "o[0-9]*"],
  environment: ({ token }) => ({ [TOKEN_VARIABLE]: token }),
  removed: [],
  arguments: (connection) => overrides(connection).flatMap(([key, value]) => ["-c", `${key}=${value}`]),
  notes: [
    "It reads no variable for the base URL, so it gets `-c` arguments before its own subcommand.",
    'Its web search runs at the vendor, so on an engine of another dialect it is left out and the loss disclosed. A strict gateway refuses it; `-c web_search="disabled"` switches it off.',
    "Its `model_provider` is `abp` in such a session. It does not offer sessions of another provider for resuming.",
  ],
};

// The values are TOML. Every JSON string is also a TOML string.
function overrides(connection: GatewayConnection): [string, string][] {
  const provider = "model_providers.abp";
  const headers = Object.entries(callHeaders(connection))
    .map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`)
    .join(", ");
  return [
    ["model_provider", '"abp"'],
    [`${provider}.name`, '"Agent Backplane"'],
    [`${provider}.base_url`, JSON.stringify(`${runUrl(connection)}/v1`)],
    [`${provider}.wire_api`, '"responses"'],
    [`${provider}.env_key`, JSON.stringify(TOKEN_VARIABLE)],
    ...(headers === "" ? [] : [[`${provider}.http_headers`, `{ ${headers} }`] as [string, string]]),
    ...MODEL_KEYS.flatMap((key): [string, string][] =>
      connection.model === undefined ? [] : [[key, JSON.stringify(connection.model)]],
    ),
  ];
}
