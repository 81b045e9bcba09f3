import type { Agent } from "../agent.ts";
import { capabilities } from "./capabilities.ts";
import { engine } from "./connection.ts";
import { repositorySettings } from "./repository-settings.ts";

/** A model of an engine, with a small loop of tools around it. No other program is started. */
export const engineAgent: Agent = {
  name: "engine",
  title: "Engine",
  connection: engine,
  installation: undefined,
  isBuiltIn: true,
  transport: "tool loop",
  capabilities,
  repositorySettings,
  sessionFiles: [".abp-engine/"],
  leftOut: [
    "The user's home directory: commands see an empty one, without configuration, hooks or credentials.",
    "The key of the run: commands do not get it.",
    "Instructions and settings of the repository: the model sees a file only if a tool reads it.",
  ],
};
