import { lstatSync } from "node:fs";
import { displayPath } from "../manifest/display-path.ts";
import { retryOnChange } from "../scan/tree-scan.ts";
import { AgentSettings, type SettingsPlace } from "../walk/agent-settings.ts";
import { NoteList } from "../walk/note-list.ts";
import type { TreePlan } from "../walk/tree-plan.ts";
import { MAX_LISTED_OMITTED } from "../walk/tree-walk.ts";
import { findGitSettings } from "./find-git-settings.ts";
import { type FoundSetting, type FoundSettings, noSettings } from "./found-settings.ts";

/** So many entries can be hidden one by one. */
const MAX_ENTRIES = 1000;

/** The place of every configuration of git that may start programs. */
export const gitPlace: SettingsPlace = { path: ".git/config" };

/** Finds the settings in a tree. `walk` lists the tree without them, and tells of every `.git`. Throws `TreeError`. */
export async function findSettings(
  places: readonly SettingsPlace[],
  rawRoot: string,
  walk: (notes: NoteList, takesGit: (rawPath: string) => boolean) => Promise<TreePlan>,
): Promise<FoundSettings> {
  if (places.length === 0) return noSettings;
  const settings = new AgentSettings(places);
  const rawGitPaths = new Set<string>();
  const { omitted } = await retryOnChange(() =>
    walk(new NoteList(), (rawPath) => {
      rawGitPaths.add(rawPath);
      return false;
    }),
  );
  const own = omitted.flatMap((rawPath): FoundSetting[] => {
    const place = settings.placeOf(rawPath) ?? settings.placeBelow(rawPath);
    // The directory of a repository stays visible. Only its configuration may be dangerous.
    if (place === undefined || rawGitPaths.has(rawPath)) return [];
    return [{ path: displayPath(rawPath), place, canBeHidden: canBeHidden(rawRoot, rawPath) }];
  });
  const git = findGitSettings(rawRoot, [...rawGitPaths]).map(
    (rawPath): FoundSetting => ({
      path: displayPath(rawPath),
      place: gitPlace,
      canBeHidden: canBeHidden(rawRoot, rawPath),
    }),
  );
  const entries = [...own, ...git];
  return { entries, isComplete: omitted.length <= MAX_LISTED_OMITTED && entries.length <= MAX_ENTRIES };
}

function canBeHidden(rawRoot: string, rawPath: string): boolean {
  const isText = !displayPath(rawPath).startsWith("base64:");
  const status = lstatSync(Buffer.from(`${rawRoot}/${rawPath}`, "latin1"), { throwIfNoEntry: false });
  return isText && (status?.isFile() === true || status?.isDirectory() === true);
}
