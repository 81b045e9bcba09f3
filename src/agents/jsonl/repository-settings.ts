import type { RepositorySettings } from "../repository-settings.ts";

/** The configuration names the program, so nothing is known about its settings. */
export const repositorySettings: RepositorySettings = {
  leftOut: [],
  switchedOff: [],
  note: "The configuration names the program, so that its places are not known. Nothing is left out; use `--exclude` for them.",
};
