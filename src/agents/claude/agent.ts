import type { Agent } from "../agent.ts";
import { capabilities } from "./capabilities.ts";
import { claude } from "./connection.ts";
import { repositorySettings } from "./repository-settings.ts";
import { readModelFacts } from "./result/model-facts.ts";

/** Claude Code. */
export const claudeAgent: Agent = {
  name: "claude",
  title: "Claude Code",
  connection: claude,
  installation: {
    package: "@anthropic-ai/claude-code",
    version: "2.1.197",
    executable: "claude",
    script: "install.cjs",
    versionArguments: ["--version"],
  },
  transport: "stdio control protocol",
  capabilities,
  repositorySettings,
  sessionFiles: [".claude/projects/"],
  readModelFacts,
  leftOut: [
    "Settings, hooks, permissions, plugins, skills, commands and sub-agents of the user and of the repository.",
    "`CLAUDE.md` files and the memory of earlier sessions.",
    "MCP servers that the work order does not name, `.mcp.json` of the repository included.",
    "The login of the user: the key of the run is the only credential.",
    "The user's git configuration: a commit needs an author in the task or in `config.env`.",
    "Tools that ask a person, plan with a person, change the working directory, or act after the run.",
  ],
};
