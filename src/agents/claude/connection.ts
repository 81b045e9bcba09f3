import { type AgentConnection, headerVariable, runUrl } from "../connection/agent-connection.ts";
import { MODEL_VARIABLES, modelVariables } from "./model-variables.ts";

/** Claude Code. */
export const claude: AgentConnection = {
  name: "claude",
  title: "Claude Code",
  executables: ["claude"],
  package: "@anthropic-ai/claude-code",
  dialect: "claude",
  needsModel: false,
  vendor: "anthropic",
  ownModels: ["claude-opus-4-8", "claude-sonnet-5", "claude-haiku-4-5"],
  // Titles and other side tasks go to a small one, `claude-haiku-…`.
  ownModelPatterns: ["claude-*"],
  modelPlaces: { variables: MODEL_VARIABLES },
  // The mark of the long context goes out as a header.
  sentNames: (model) => (/\[1m\]$/i.test(model) ? [model.replace(/\[1m\]$/i, "")] : []),
  environment: (connection) => ({
    ANTHROPIC_BASE_URL: runUrl(connection),
    // Sent as a bearer token. With ANTHROPIC_API_KEY, Claude Code asks the user whether to use it.
    ANTHROPIC_AUTH_TOKEN: connection.token,
    ...modelVariables(connection.model),
    ...headerVariable("ANTHROPIC_CUSTOM_HEADERS", connection),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
  }),
  removed: [
    "ANTHROPIC_API_KEY",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "CLAUDE_CODE_USE_BEDROCK",
    "CLAUDE_CODE_USE_VERTEX",
    "CLAUDE_CODE_USE_FOUNDRY",
  ],
  notes: [
    "An `env` table in its own settings overrides these variables.",
    "It sends `HEAD` to the base URL before its first call and accepts any answer.",
  ],
};
