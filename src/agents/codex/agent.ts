import type { Agent } from "../agent.ts";
import { capabilities } from "./capabilities.ts";
import { codex } from "./connection.ts";
import { repositorySettings } from "./repository-settings.ts";

export const codexAgent: Agent = {
  name: "codex",
  title: "Codex",
  connection: codex,
  installation: {
    package: "@openai/codex",
    version: "0.166.0",
    executable: "codex",
    versionArguments: ["--version"],
  },
  transport: "app-server",
  capabilities,
  repositorySettings,
  sessionFiles: [".codex/sessions/", ".codex/state_", ".codex/thread_history_"],
  leftOut: [
    "The user's configuration, profiles, rules, memories and history in `~/.codex`.",
    "The user's login. Calls go to the gateway, or use the key of `CODEX_API_KEY` or `OPENAI_API_KEY` if `pass_env` names it.",
    "The user's MCP servers, hooks, skills, plugins and apps.",
    "The repository's `.codex/config.toml`, hooks and rules, because every repository counts as untrusted. Its `AGENTS.md` and skills are read.",
    "Web search, image generation and goals, because they act without asking.",
  ],
};
