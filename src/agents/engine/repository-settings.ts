import type { RepositorySettings } from "../repository-settings.ts";

/** The loop of tools is our own, and takes nothing from a repository. */
export const repositorySettings: RepositorySettings = {
  leftOut: [],
  switchedOff: [],
  note: "It executes nothing of a repository by itself, and takes no settings from one.",
};
