import { existsSync, lstatSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { Agent, LeftOutPlace } from "../../agents/index.ts";
import { AbpError, userHome } from "../../contract/index.ts";
import type { Stage } from "../../workspace/index.ts";

/** The most paths that a message names. */
const MAX_NAMED = 5;

/** The settings of the agent that are in the workspace of a run, or above it. */
export interface ExposedSettings {
  /** Absolute paths that the sandbox has to cover. */
  readonly hidden: readonly string[];
  /** Paths that the agent would obey without a sandbox. They are relative to the workspace. */
  readonly withoutSandbox: readonly string[];
  /** Paths that the agent would obey in a sandbox too, because they cannot be covered. */
  readonly withSandbox: readonly string[];
}

/**
 * Finds what a repository could make the agent execute or obey. In a stage there is nothing; above it there may be something
 * if the stage lies in the repository. What the host switches off does no harm, and is covered if the agent bears that.
 */
export function findExposedSettings(
  agent: Pick<Agent, "repositorySettings"> | undefined,
  stage: Pick<Stage, "root" | "source" | "settings">,
  home = userHome(homedir),
): ExposedSettings {
  const places = agent?.repositorySettings.leftOut ?? [];
  const { entries, isComplete } = stage.settings;
  const active = places.filter(({ switchedOffBy }) => switchedOffBy === undefined);
  const harmful = entries.filter(({ place }) => active.some(({ path }) => path === place.path));
  const above = directoriesAbove(stage.root, topOf(stage, home)).flatMap((directory) =>
    active.flatMap((place) => entriesOf(directory, place)).map((path) => relative(stage.root, path)),
  );
  const uncovered = harmful.filter(({ canBeHidden }) => !canBeHidden).map(({ path }) => path);
  const unlisted = isComplete || active.length === 0 ? [] : ["more than can be listed"];
  return {
    hidden: entries
      .filter(
        ({ canBeHidden, place }) =>
          canBeHidden && !places.some((one) => one.path === place.path && one.failsIfHidden === true),
      )
      .map(({ path }) => join(stage.root, path)),
    withoutSandbox: [...harmful.map(({ path }) => path), ...above],
    withSandbox: [...uncovered, ...unlisted],
  };
}

/** The error of a run that would obey the repository. `reason` says why nothing hides the paths. */
export function settingsError(title: string, paths: readonly string[], reason: string): AbpError {
  return new AbpError(
    "repository_settings_exposed",
    `${title} would execute or obey ${nameSome(paths)} of the repository: ${reason}`,
    { details: { paths: paths.slice(0, 100) } },
  );
}

/** For the receipt of a run that made or changed settings of its agent. They are in the patch. */
export function changedSettingsWarning(paths: readonly string[]): string {
  return `the run changed settings of its agent, which obeys them if it starts in the repository itself: ${nameSome(paths)}`;
}

function nameSome(paths: readonly string[]): string {
  const named = paths.slice(0, MAX_NAMED).map((path) => JSON.stringify(path));
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : "";
  return `${named.join(", ")}${more}`;
}

/** The directories above a directory, up to and with the top. None if it does not lie in the top. */
function directoriesAbove(directory: string, top: string): string[] {
  if (!directory.startsWith(top.endsWith("/") ? top : `${top}/`) || directory === top) return [];
  const parent = dirname(directory);
  return [parent, ...directoriesAbove(parent, top)];
}

/**
 * The highest directory in which agents look for settings: the working tree of git that the workspace belongs to. Without one they
 * look up to the root of the system. The user's home and what is above it are left to the user.
 */
function topOf({ root, source }: Pick<Stage, "root" | "source">, home: string): string {
  let highest = source;
  for (let place = source; ; place = dirname(place)) {
    if (existsSync(join(place, ".git"))) return place;
    if (place !== home) highest = place;
    // A stage has a repository of its own, so that agents do not look above it.
    if (place === home || dirname(place) === place) return root === source ? highest : source;
  }
}

function entriesOf(directory: string, { path, documents }: LeftOutPlace): string[] {
  const place = join(directory, path);
  const status = lstatSync(place, { throwIfNoEntry: false });
  if (status === undefined) return [];
  if (documents === undefined || !status.isDirectory()) return [place];
  return readdirSync(place)
    .filter((name) => !documents.some((document) => document.toLowerCase() === name.toLowerCase()))
    .map((name) => join(place, name));
}
