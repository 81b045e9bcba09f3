import type { Agent } from "../agent.ts";
import { capabilities } from "./capabilities.ts";
import { copilot } from "./connection.ts";
import { repositorySettings } from "./repository-settings.ts";

/** Copilot CLI. */
export const copilotAgent: Agent = {
  name: "copilot",
  title: "Copilot CLI",
  connection: copilot,
  installation: {
    package: "@github/copilot",
    version: "1.0.102",
    executable: "copilot",
    versionArguments: ["--version"],
  },
  transport: "ACP",
  capabilities,
  repositorySettings,
  sessionFiles: [".copilot/session-state/"],
  leftOut: [
    "The user's settings, hooks, plugins, MCP servers and login: its home is empty.",
    "The settings, hooks and MCP servers of the repository.",
    "GitHub's own tools and MCP servers: it runs offline.",
  ],
};
