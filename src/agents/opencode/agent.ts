import type { Agent } from "../agent.ts";
import { capabilities } from "./capabilities.ts";
import { opencode } from "./connection.ts";
import { repositorySettings } from "./repository-settings.ts";

export const opencodeAgent: Agent = {
  name: "opencode",
  title: "OpenCode",
  connection: opencode,
  installation: {
    package: "opencode-ai",
    version: "1.18.33",
    executable: "opencode",
    script: "postinstall.mjs",
    versionArguments: ["--version"],
  },
  transport: "ACP",
  capabilities,
  repositorySettings,
  sessionFiles: [".local/share/opencode/opencode.db"],
  leftOut: [
    "The user's configuration, plugins, MCP servers and logins: its home is empty.",
    "The configuration and plugins of the repository.",
    "Sub-agents: their questions about tools would never be answered.",
    "Language servers, formatters and snapshots.",
    "Usage: it reports the last model call only; the metered usage counts.",
  ],
};
