import type { Agent } from "../agent.ts";
import { capabilities } from "./capabilities.ts";
import { gemini } from "./connection.ts";

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
  leftOut: [],
};
