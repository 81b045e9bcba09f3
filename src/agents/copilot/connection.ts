import { type AgentConnection, headerVariable, runUrl } from "../connection/agent-connection.ts";

/** GitHub Copilot's command line. */
export const copilot: AgentConnection = {
  name: "copilot",
  title: "Copilot CLI",
  executables: ["copilot"],
  package: "@github/copilot",
  dialect: "openai",
  needsModel: true,
  modelPlaces: { variables: ["COPILOT_MODEL", "COPILOT_PROVIDER_WIRE_MODEL"], options: ["--model"] },
  environment: (connection) => ({
    COPILOT_PROVIDER_BASE_URL: `${runUrl(connection)}/openai/v1`,
    COPILOT_PROVIDER_API_KEY: connection.token,
    COPILOT_MODEL: connection.model ?? "",
    // Else a value of the user's own would name the model of the calls.
    COPILOT_PROVIDER_WIRE_MODEL: connection.model ?? "",
    COPILOT_OFFLINE: "true",
    ...headerVariable("COPILOT_PROVIDER_HEADERS", connection),
  }),
  removed: [
    "COPILOT_PROVIDER_TYPE",
    "COPILOT_PROVIDER_WIRE_API",
    "COPILOT_PROVIDER_BEARER_TOKEN",
    "COPILOT_PROVIDER_API_KEY_COMMAND",
    "COPILOT_PROVIDER_MODEL_ID",
    "COPILOT_PROVIDER_TRANSPORT",
    "COPILOT_AGENT_MODEL",
  ],
  notes: ["It runs offline: it connects to the gateway only, and GitHub's own tools are not available."],
};
