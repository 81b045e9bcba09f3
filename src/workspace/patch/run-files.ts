import { join } from "node:path";

/** The directory in that of a run which holds the changes of ignored files, in the same form. */
export const IGNORED_DIRECTORY = "ignored";

/** The files of saved changes in the directory of a run. */
export interface RunFiles {
  readonly patch: string;
  /** A bare repository with the trees before and after. */
  readonly repository: string;
  /** The contents of files that are too large for a patch. The directory exists if there are any. */
  readonly large: string;
  /** Says where the changes come from. It is written last: without it, the changes were not saved completely. */
  readonly record: string;
}

export function runFiles(directory: string): RunFiles {
  return {
    patch: join(directory, "patch.diff"),
    repository: join(directory, "patch.git"),
    large: join(directory, "large"),
    record: join(directory, "changes.json"),
  };
}
