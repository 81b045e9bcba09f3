import type { SettingsPlace } from "../walk/agent-settings.ts";

/** An entry of the workspace itself that the agent would execute or take settings from. */
export interface FoundSetting {
  /** Relative to the workspace. */
  readonly path: string;
  readonly place: SettingsPlace;
  /** False for a link, and for a path that is no text: nothing can be laid over it. */
  readonly canBeHidden: boolean;
}

/** What was found of the settings of an agent. */
export interface FoundSettings {
  readonly entries: readonly FoundSetting[];
  /** False if there are more than can be listed. */
  readonly isComplete: boolean;
}

/** The settings of a tree that nothing was found in. */
export const noSettings: FoundSettings = { entries: [], isComplete: true };
