import {
  type AgentConnection,
  callDialect,
  callHeaders,
  type GatewayConnection,
  runUrl,
  TOKEN_VARIABLE,
} from "../connection/agent-connection.ts";

/** The agents that it has built in. Each may name a model of its own in the user's configuration. */
const AGENTS = ["build", "plan", "general", "explore", "title", "summary", "compaction"];

/** Its providers, by the dialect of their calls. */
const PROVIDERS: Readonly<Record<string, { readonly npm: string; readonly path: string }>> = {
  openai: { npm: "@ai-sdk/openai-compatible", path: "/openai/v1" },
  // Current models take no `max_tokens`, which the provider for Chat Completions sends.
  codex: { npm: "@ai-sdk/openai", path: "/v1" },
};

export const opencode: AgentConnection = {
  name: "opencode",
  title: "OpenCode",
  executables: ["opencode"],
  package: "opencode-ai",
  dialect: "openai",
  alsoSpeaks: ["codex"],
  needsModel: true,
  simulatedModel: "sim-model",
  modelPlaces: { options: ["--model", "-m"], hasProviders: true },
  environment: (connection) => ({
    [TOKEN_VARIABLE]: connection.token,
    OPENCODE_CONFIG_CONTENT: JSON.stringify(config(connection)),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
  }),
  removed: [],
  notes: [
    "The variable is merged into the user's own configuration. An earlier value of the variable is not kept.",
    "Each new session makes one additional call, without tools, for a title.",
    "It puts quotes around a message with spaces on its command line. A message on standard input is sent unchanged.",
  ],
};

function config(connection: GatewayConnection): object {
  const model = connection.model ?? "";
  const { npm, path } = PROVIDERS[callDialect(opencode, connection.dialect)!]!;
  return {
    provider: {
      abp: {
        npm,
        name: "Agent Backplane",
        options: {
          baseURL: `${runUrl(connection)}${path}`,
          apiKey: `{env:${TOKEN_VARIABLE}}`,
          headers: callHeaders(connection),
        },
        // Without these members OpenCode replaces an image by an error. The gateway decides whether the model takes one.
        models: { [model]: { attachment: true, modalities: { input: ["text", "image"], output: ["text"] } } },
      },
    },
    // An agent of the user's own that names another provider would call past the gateway.
    enabled_providers: ["abp"],
    model: `abp/${model}`,
    // Makes the titles. Without it OpenCode would use another provider whose key is in the environment.
    small_model: `abp/${model}`,
    agent: Object.fromEntries(AGENTS.map((name) => [name, { model: `abp/${model}` }])),
    autoupdate: false,
    share: "disabled",
  };
}
