import type { Agent } from "../agent.ts";
import { capabilities } from "./capabilities.ts";
import { acp } from "./connection.ts";
import { repositorySettings } from "./repository-settings.ts";

/** Any program that speaks the Agent Client Protocol. The configuration names it. */
export const acpAgent: Agent = {
  name: "acp",
  title: "ACP agent",
  connection: acp,
  installation: undefined,
  transport: "ACP",
  capabilities,
  repositorySettings,
  leftOut: [
    "The user's home directory: the agent sees an empty one, without configuration, sessions, hooks or credentials.",
    "Files and terminals of the client: the agent uses its own.",
  ],
};
