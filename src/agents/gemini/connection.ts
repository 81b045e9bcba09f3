import { join } from "node:path";
import { type AgentConnection, headerVariable, runUrl } from "../connection/agent-connection.ts";
import { modelSettings, replacingModels } from "./model-settings.ts";

const SETTINGS = {
  security: { auth: { selectedType: "gemini-api-key" } },
  privacy: { usageStatisticsEnabled: false },
  // Its clean-up removes a session that was continued, because each continuation leaves an empty file of the same name.
  general: { enableAutoUpdate: false, sessionRetention: { enabled: false } },
};

/** Gemini CLI. */
export const gemini: AgentConnection = {
  name: "gemini",
  title: "Gemini CLI",
  executables: ["gemini"],
  package: "@google/gemini-cli",
  dialect: "gemini",
  needsModel: false,
  vendor: "google",
  ownModels: ["gemini-3.1-pro-preview", "gemini-3-flash-preview", "gemini-3.5-flash-lite"],
  ownModelPatterns: ["gemini-*"],
  modelPlaces: { variables: ["GEMINI_MODEL"], options: ["--model", "-m"] },
  sentNames: replacingModels,
  environment: (connection) => ({
    GOOGLE_GEMINI_BASE_URL: runUrl(connection),
    GEMINI_API_KEY: connection.token,
    GEMINI_CLI_HOME: connection.home,
    ...(connection.model === undefined ? {} : { GEMINI_MODEL: connection.model }),
    ...headerVariable("GEMINI_CLI_CUSTOM_HEADERS", connection, ", "),
  }),
  removed: ["GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_GENAI_USE_GCA"],
  files: ({ home, model }) => [
    {
      path: join(home, ".gemini", "settings.json"),
      content: `${JSON.stringify({ ...SETTINGS, ...modelSettings(model) }, null, 2)}\n`,
    },
  ],
  leftOut:
    "The user's own settings, memories, extensions, MCP servers, sessions and login are not there; its sessions stay there.",
  notes: [
    "It runs with a home directory of its own, because a login in the user's settings would bypass the gateway.",
    "Without `-m` it replaces some model names by newer ones, and the model `auto` adds a call. The receipts show the calls that were made.",
    "When a call fails, its exit code is the HTTP status modulo 256.",
  ],
};
