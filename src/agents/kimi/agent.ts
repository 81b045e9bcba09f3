import type { Agent } from "../agent.ts";
import { capabilities } from "./capabilities.ts";
import { kimi } from "./connection.ts";
import { repositorySettings } from "./repository-settings.ts";

/** Kimi Code. */
export const kimiAgent: Agent = {
  name: "kimi",
  title: "Kimi Code",
  connection: kimi,
  installation: {
    package: "@moonshot-ai/kimi-code",
    version: "2.1.0",
    executable: "kimi",
    versionArguments: ["--version"],
  },
  transport: "ACP",
  capabilities,
  repositorySettings,
  sessionFiles: [".kimi-code/sessions/", ".kimi-code/session_index.jsonl", ".kimi-code/workspaces.json"],
  leftOut: [
    "The user's configuration, hooks, plugins, MCP servers and login: its home is empty.",
    "The MCP servers and sub-agents of the repository.",
    "Results of the tools that its sub-agents use: it does not send them.",
    "Usage: it reports none; the metered usage counts.",
  ],
};
