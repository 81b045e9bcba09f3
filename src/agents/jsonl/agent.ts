import type { Agent } from "../agent.ts";
import { capabilities } from "./capabilities.ts";
import { jsonl } from "./connection.ts";
import { repositorySettings } from "./repository-settings.ts";

/** Any program that does a task and prints what it does as lines of JSON. The configuration names it. */
export const jsonlAgent: Agent = {
  name: "jsonl",
  title: "JSON lines agent",
  connection: jsonl,
  installation: undefined,
  transport: "JSON lines",
  capabilities,
  repositorySettings,
  leftOut: [
    "The user's home directory: the agent sees an empty one, without configuration, sessions, hooks or credentials.",
    "Approvals: such an agent cannot ask, so a tool that needs an approval ends the run.",
  ],
};
