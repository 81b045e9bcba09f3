import { join } from "node:path";
import { type AgentTool, headerVariable, runUrl } from "./agent-tool.ts";

const SETTINGS = {
  security: { auth: { selectedType: "gemini-api-key" } },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
};

/** Gemini CLI. */
export const gemini: AgentTool = {
  name: "gemini",
  title: "Gemini CLI",
  executables: ["gemini"],
  package: "@google/gemini-cli",
  dialect: "gemini",
  needsModel: false,
  environment: (pointing) => ({
    GOOGLE_GEMINI_BASE_URL: runUrl(pointing),
    GEMINI_API_KEY: pointing.token,
    GEMINI_CLI_HOME: pointing.home,
    ...(pointing.model === undefined ? {} : { GEMINI_MODEL: pointing.model }),
    ...headerVariable("GEMINI_CLI_CUSTOM_HEADERS", pointing, ", "),
  }),
  removed: ["GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_GENAI_USE_GCA"],
  files: ({ home }) => [
    { path: join(home, ".gemini", "settings.json"), content: `${JSON.stringify(SETTINGS, null, 2)}\n` },
  ],
  notes: [
    "With a base URL in the environment it takes a key only if its settings say so, and a login in the user's own settings would lead past the gateway. It therefore gets a home of its own, without the user's settings and memories; its sessions stay there.",
    "Some model names are replaced by newer ones before the call, and the model `auto` adds a call of its own; the receipts have what was really called.",
    "Its exit code is the HTTP status modulo 256 where a call fails.",
  ],
};
