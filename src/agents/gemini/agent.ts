import type { Agent } from "../agent.ts";
import { capabilities } from "./capabilities.ts";
import { gemini } from "./connection.ts";
import { repositorySettings } from "./repository-settings.ts";

/** Gemini CLI. */
export const geminiAgent: Agent = {
  name: "gemini",
  title: "Gemini CLI",
  connection: gemini,
  installation: {
    package: "@google/gemini-cli",
    version: "0.61.0",
    executable: "gemini",
    versionArguments: ["--version"],
  },
  transport: "ACP",
  capabilities,
  repositorySettings,
  sessionFiles: [".abp/.gemini/tmp/", ".abp/.gemini/history/", ".abp/.gemini/projects.json"],
  leftOut: [
    "The user's settings, memories, extensions, MCP servers and login: its home is empty.",
    "The settings and hooks of the repository: its folder is not trusted.",
    "The answers of its tools: it sends only what it would show, often nothing.",
  ],
};
