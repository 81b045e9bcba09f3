import { z } from "zod";
import type { Environment } from "../../config/index.ts";

/** The variable by which the backend gives its settings to the host. */
export const SETTINGS_VARIABLE = "ABP_ENGINE_SETTINGS";

/** How often a run asks the model unless the configuration says otherwise. */
export const DEFAULT_MAX_TURNS = 100;

/** What `[backends.<name>]` says about the loop. */
export const EngineSettings = z.strictObject({
  /** In place of our own instructions. */
  system: z.string().optional(),
  /** The names of the tools that are offered; all of them without it. */
  tools: z.array(z.string()).optional(),
  max_turns: z.int().min(1).default(DEFAULT_MAX_TURNS),
});
export type EngineSettings = z.infer<typeof EngineSettings>;

/** Reads the settings of a host. Throws an Error that names the variable. */
export function readSettings(env: Environment): EngineSettings {
  const text = env[SETTINGS_VARIABLE];
  if (text === undefined || text.trim() === "") return EngineSettings.parse({});
  try {
    return EngineSettings.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${SETTINGS_VARIABLE} holds no settings of an engine backend`, { cause: error });
  }
}
