import type { Agent } from "../agent.ts";
import { capabilities } from "./capabilities.ts";
import { codex } from "./connection.ts";

/** Codex. */
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
  leftOut: [],
};
