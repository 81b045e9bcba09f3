import { open, readFile, rename } from "node:fs/promises";
import { AbpError } from "../../contract/index.ts";
import { reasonOf } from "../../lib/index.ts";
import { runFiles } from "./run-files.ts";
import type { SavedChanges } from "./saved-changes.ts";

/** Saved changes, and the workspace that they were made for. */
export interface ChangeRecord extends Omit<SavedChanges, "lostBases" | "largeFiles"> {
  /** Absolute path of the directory that was staged. */
  readonly source: string;
  /** This and the next are absent in records of earlier versions. */
  readonly lostBases?: SavedChanges["lostBases"];
  readonly largeFiles?: SavedChanges["largeFiles"];
}

/** Writes the record at once: a reader sees all of it or none. */
export async function writeChangeRecord(directory: string, record: ChangeRecord): Promise<void> {
  const { record: path } = runFiles(directory);
  const unfinished = `${path}.new`;
  const handle = await open(unfinished, "w", 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(record)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, path);
}

/** Reads the saved changes of a run. Throws `patch_not_found` if there are none. */
export async function readChangeRecord(directory: string): Promise<ChangeRecord> {
  const { record: path } = runFiles(directory);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") throw notFound(directory, error);
    throw new AbpError("input_unreadable", `cannot be read (${reasonOf(error)})`, {
      where: path,
      cause: error,
    });
  }
  try {
    return JSON.parse(text) as ChangeRecord;
  } catch (error) {
    throw new AbpError("input_invalid_json", "the record of the saved changes is damaged", {
      where: path,
      cause: error,
    });
  }
}

function notFound(directory: string, cause: unknown): AbpError {
  return new AbpError("patch_not_found", "no changes are saved here", { where: directory, cause });
}
