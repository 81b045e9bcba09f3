import type { Agent } from "../agent.ts";
import { capabilities } from "./capabilities.ts";
import { opencode } from "./connection.ts";

/** OpenCode. */
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
  leftOut: [],
};
