import type { WorkspaceRecord } from "../../contract/index.ts";
import {
  type Change,
  displayPath,
  pathsOfChanges,
  type SavedChanges,
  type SplitChanges,
  type Stage,
  splitIgnored,
} from "../../workspace/index.ts";

/** The most ignored changes that the receipt lists. */
const MAX_LISTED = 1000;

/** Finds the changes that stay out of the patch, by what git ignored before the run. */
export async function separateIgnored(
  stage: Pick<Stage, "ignored">,
  changes: readonly Change[],
  signal: AbortSignal,
): Promise<SplitChanges> {
  return splitIgnored(changes, await stage.ignored(pathsOfChanges(changes), signal));
}

/** The ignored changes, as the receipt lists them. */
export function describeIgnored(
  ignored: readonly Change[],
  saved: Pick<SavedChanges, "patch"> | undefined,
): Pick<WorkspaceRecord, "ignored_changes" | "ignored_count" | "ignored_patch"> {
  if (ignored.length === 0) return {};
  return {
    ignored_changes: ignored
      .slice(0, MAX_LISTED)
      .map(({ rawPath, kind }) => ({ path: displayPath(rawPath), reason: kind })),
    ignored_count: ignored.length,
    ...(saved === undefined
      ? {}
      : { ignored_patch: { sha256: saved.patch.sha256, bytes: saved.patch.bytes } }),
  };
}
