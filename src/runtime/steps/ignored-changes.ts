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
/** The most paths that a warning names. */
const MAX_NAMED = 5;

/** Finds the changes that stay out of the patch, by what git ignored before the run. */
export async function separateIgnored(
  stage: Pick<Stage, "ignored">,
  changes: readonly Change[],
  signal: AbortSignal,
): Promise<SplitChanges> {
  return splitIgnored(changes, await stage.ignored(pathsOfChanges(changes), signal));
}

/** What is kept of ignored changes: as many of them as fit the limit, the smallest first. */
export interface KeptIgnored {
  readonly kept: readonly Change[];
  readonly dropped: readonly Change[];
}

/** Chooses the ignored changes whose contents before and after have at most `maxBytes` together. */
export function chooseKept(ignored: readonly Change[], maxBytes: number): KeptIgnored {
  const sizeOf = ({ before, after }: Change): number => (before?.size ?? 0) + (after?.size ?? 0);
  const kept = new Set<Change>();
  let bytes = 0;
  for (const change of ignored.toSorted((one, other) => sizeOf(one) - sizeOf(other))) {
    bytes += sizeOf(change);
    if (bytes > maxBytes) break;
    kept.add(change);
  }
  return {
    kept: ignored.filter((change) => kept.has(change)),
    dropped: ignored.filter((change) => !kept.has(change)),
  };
}

/** Says what is not kept of ignored changes; undefined if all of them are. */
export function unkeptWarning(unkept: readonly string[], reason: string): string | undefined {
  if (unkept.length === 0) return undefined;
  const shown = unkept.slice(0, MAX_NAMED).join(", ");
  const rest = unkept.length > MAX_NAMED ? ` and ${unkept.length - MAX_NAMED} more` : "";
  return `changes of files that git ignores are not kept (${reason}): ${shown}${rest}`;
}

/** The ignored changes, as the receipt lists them. `unkept` are the paths of those that are not kept. */
export function describeIgnored(
  ignored: readonly Change[],
  saved: Pick<SavedChanges, "patch"> | undefined,
  unkept: readonly string[],
): Pick<WorkspaceRecord, "ignored_changes" | "ignored_count" | "ignored_not_kept" | "ignored_patch"> {
  if (ignored.length === 0) return {};
  const isUnkept = new Set(unkept);
  return {
    ignored_changes: ignored.slice(0, MAX_LISTED).map(({ rawPath, kind }) => {
      const path = displayPath(rawPath);
      return { path, reason: isUnkept.has(path) ? `${kind}, not kept` : kind };
    }),
    ignored_count: ignored.length,
    ...(unkept.length === 0 ? {} : { ignored_not_kept: unkept.length }),
    ...(saved === undefined
      ? {}
      : { ignored_patch: { sha256: saved.patch.sha256, bytes: saved.patch.bytes } }),
  };
}
