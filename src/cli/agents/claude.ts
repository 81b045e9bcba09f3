import { type AgentTool, headerVariable, runUrl } from "./agent-tool.ts";

/** Claude Code. */
export const claude: AgentTool = {
  name: "claude",
  title: "Claude Code",
  executables: ["claude"],
  package: "@anthropic-ai/claude-code",
  dialect: "claude",
  needsModel: false,
  environment: (pointing) => ({
    ANTHROPIC_BASE_URL: runUrl(pointing),
    // Sent as a bearer token, and unlike ANTHROPIC_API_KEY not asked about at a terminal.
    ANTHROPIC_AUTH_TOKEN: pointing.token,
    ...(pointing.model === undefined ? {} : { ANTHROPIC_MODEL: pointing.model }),
    ...headerVariable("ANTHROPIC_CUSTOM_HEADERS", pointing),
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
    "An `env` table in its own settings is stronger than these variables.",
    "It asks for `HEAD` of the base URL before its first call; any answer will do.",
  ],
};
