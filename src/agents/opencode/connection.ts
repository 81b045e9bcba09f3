import {
  type AgentConnection,
  callHeaders,
  type GatewayConnection,
  runUrl,
  TOKEN_VARIABLE,
} from "../connection/agent-connection.ts";

/** The agents that it has built in. Each may name a model of its own in the user's configuration. */
const AGENTS = ["build", "plan", "general", "explore", "title", "summary", "compaction"];

/** OpenCode. */
export const opencode: AgentConnection = {
  name: "opencode",
  title: "OpenCode",
  executables: ["opencode"],
  package: "opencode-ai",
  dialect: "openai",
  needsModel: true,
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
  return {
    provider: {
      abp: {
        npm: "@ai-sdk/openai-compatible",
        name: "Agent Backplane",
        options: {
          baseURL: `${runUrl(connection)}/openai/v1`,
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
