import type { LargeFile } from "../content/large-file.ts";
import type { PathNote } from "../walk/path-note.ts";
import type { Diffstat } from "./diffstat.ts";
import type { LostBase } from "./lost-base.ts";

/** The changes of a run, as they are on disk. */
export interface SavedChanges {
  readonly patch: { readonly path: string; readonly sha256: string; readonly bytes: number };
  readonly diffstat: Diffstat;
  /** False if the content of a changed file is not in the patch; `leftOut` says which and why. */
  readonly complete: boolean;
  /** Changes that are not in the patch, such as empty directories. Those that lose the content of a file come first. */
  readonly leftOut: readonly PathNote[];
  /** Changes that stand on no saved content, because the workspace changed during the run. */
  readonly lostBases: readonly LostBase[];
  /** Files whose content is kept beside the patch. */
  readonly largeFiles: readonly LargeFile[];
}
