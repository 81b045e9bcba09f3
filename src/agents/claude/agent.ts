import type { Agent } from "../agent.ts";
import { capabilities } from "./capabilities.ts";
import { claude } from "./connection.ts";

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
  leftOut: [],
};
