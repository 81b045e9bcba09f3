import { type AgentConnection, headerVariable, runUrl } from "../connection/agent-connection.ts";

/** Kimi Code. */
export const kimi: AgentConnection = {
  name: "kimi",
  title: "Kimi Code",
  executables: ["kimi"],
  package: "@moonshot-ai/kimi-code",
  dialect: "kimi",
  needsModel: true,
  vendor: "moonshotai",
  ownModels: ["kimi-k3"],
  ownModelPatterns: ["kimi-*"],
  modelPlaces: {
    variables: ["KIMI_MODEL_NAME", "KIMI_SECONDARY_MODEL"],
    options: ["--model", "-m"],
    hasProviders: true,
  },
  environment: (connection) => ({
    KIMI_MODEL_BASE_URL: `${runUrl(connection)}/kimi/v1`,
    KIMI_MODEL_API_KEY: connection.token,
    KIMI_MODEL_NAME: connection.model ?? "",
    KIMI_MODEL_PROVIDER_TYPE: "kimi",
    ...headerVariable("KIMI_CODE_CUSTOM_HEADERS", connection),
    KIMI_DISABLE_TELEMETRY: "1",
    KIMI_CODE_NO_AUTO_UPDATE: "1",
  }),
  // It would give sub-agents another model, from another provider.
  removed: ["KIMI_SECONDARY_MODEL"],
  notes: [
    "It needs Node 22.19 or newer.",
    "With `-p` it runs tools without asking for approval.",
    "A `secondary_model` in its own configuration gives sub-agents another model, past the gateway.",
  ],
};
