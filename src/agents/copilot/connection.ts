import { type AgentConnection, callDialect, headerVariable, runUrl } from "../connection/agent-connection.ts";

/** Where its calls go, by their dialect. */
const WIRES: Readonly<Record<string, { readonly api: string; readonly path: string }>> = {
  openai: { api: "completions", path: "/openai/v1" },
  // Current models take no `max_tokens`, which it sends to Chat Completions.
  codex: { api: "responses", path: "/v1" },
};

/** GitHub Copilot's command line. */
export const copilot: AgentConnection = {
  name: "copilot",
  title: "Copilot CLI",
  executables: ["copilot"],
  package: "@github/copilot",
  dialect: "openai",
  alsoSpeaks: ["codex"],
  needsModel: true,
  simulatedModel: "sim-model",
  modelPlaces: { variables: ["COPILOT_MODEL", "COPILOT_PROVIDER_WIRE_MODEL"], options: ["--model"] },
  environment: (connection) => {
    const { api, path } = WIRES[callDialect(copilot, connection.dialect)!]!;
    return {
      COPILOT_PROVIDER_BASE_URL: `${runUrl(connection)}${path}`,
      COPILOT_PROVIDER_WIRE_API: api,
      COPILOT_PROVIDER_API_KEY: connection.token,
      COPILOT_MODEL: connection.model ?? "",
      // Else a value of the user's own would name the model of the calls.
      COPILOT_PROVIDER_WIRE_MODEL: connection.model ?? "",
      COPILOT_OFFLINE: "true",
      ...headerVariable("COPILOT_PROVIDER_HEADERS", connection),
    };
  },
  removed: [
    "COPILOT_PROVIDER_TYPE",
    "COPILOT_PROVIDER_BEARER_TOKEN",
    "COPILOT_PROVIDER_API_KEY_COMMAND",
    "COPILOT_PROVIDER_MODEL_ID",
    "COPILOT_PROVIDER_TRANSPORT",
    "COPILOT_AGENT_MODEL",
  ],
  notes: ["It runs offline: it connects to the gateway only, and GitHub's own tools are not available."],
};
