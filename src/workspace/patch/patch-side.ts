import type { Change } from "../changes/change.ts";
import { isInsideGit, isModulesFile } from "../git/git-name.ts";
import type { ManifestEntry } from "../manifest/manifest.ts";

/** A file or a symbolic link as git stores it. */
export interface PatchSide {
  readonly entry: ManifestEntry;
  readonly gitMode: "100644" | "100755" | "120000";
}

/** The two sides of a change in a patch, or the reason why a patch cannot hold it. */
export type PatchChange =
  | { readonly before?: PatchSide; readonly after?: PatchSide }
  | { readonly reason: string; readonly losesContent: boolean };

/** Translates a change into what git can store. */
export function toPatchChange({ before, after }: Change): PatchChange {
  const entries = [before, after].filter((entry) => entry !== undefined);
  const files = entries.filter(({ type }) => type !== "directory");
  if (files.length === 0) return describeDirectory(before, after);
  if (files.every(({ rawPath }) => isInsideGit(rawPath))) {
    return { reason: "a file of git itself", losesContent: false };
  }
  if (files.some(({ rawPath, type }) => type === "symlink" && isModulesFile(rawPath))) {
    return { reason: "git refuses a symbolic link of this name", losesContent: true };
  }
  const sides = { before: toSide(before), after: toSide(after) };
  if (isSame(sides.before, sides.after)) {
    return { reason: "a patch holds no permission but the executable bit", losesContent: false };
  }
  return {
    ...(sides.before === undefined ? {} : { before: sides.before }),
    ...(sides.after === undefined ? {} : { after: sides.after }),
  };
}

function describeDirectory(before: ManifestEntry | undefined, after: ManifestEntry | undefined): PatchChange {
  const isModeChange = before !== undefined && after !== undefined && before.mode !== after.mode;
  const reason = isModeChange
    ? "a patch holds no permissions of directories"
    : "a patch holds no empty directories";
  return { reason, losesContent: false };
}

function toSide(entry: ManifestEntry | undefined): PatchSide | undefined {
  if (entry === undefined || entry.type === "directory" || isInsideGit(entry.rawPath)) return undefined;
  if (entry.type === "symlink") return { entry, gitMode: "120000" };
  return { entry, gitMode: (entry.mode & 0o100) === 0 ? "100644" : "100755" };
}

function isSame(one: PatchSide | undefined, other: PatchSide | undefined): boolean {
  if (one === undefined || other === undefined || one.gitMode !== other.gitMode) return false;
  return one.entry.rawPath === other.entry.rawPath && one.entry.sha256 === other.entry.sha256;
}
