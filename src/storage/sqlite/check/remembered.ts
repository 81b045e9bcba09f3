import { readFileSync } from "node:fs";
import { NoteError, parseCheckpoint, type SignedCheckpoint } from "../../../lib/index.ts";
import { readHeadFiles } from "../head/head-file.ts";
import type { RecordedHead } from "../head/log-head.ts";
import { listCheckpointFiles } from "../tenant-files/checkpoint-file.ts";

/** A file beside the database, and the tenant whose log it is about. */
interface RememberedFile {
  readonly tenant: string;
  readonly path: string;
}

/** A checkpoint file; `fault` says why it holds no checkpoint. */
export type RememberedCheckpoint = RememberedFile &
  (
    | { readonly text: string; readonly checkpoint: SignedCheckpoint }
    | { readonly fault: string; readonly checkpoint?: undefined }
  );

/** What the files beside the database say about the logs. */
export interface Remembered {
  readonly checkpoints: readonly RememberedCheckpoint[];
  readonly heads: readonly (RememberedFile & { readonly head: RecordedHead })[];
}

/**
 * Reads the checkpoint files and the head files. It must come before the database is read: other processes may write meanwhile,
 * and a log is never behind the files that were written before.
 */
export function readRemembered(directory: string): Remembered {
  return {
    checkpoints: listCheckpointFiles(directory).map(([tenant, path]) => readCheckpointFile(tenant, path)),
    heads: readHeadFiles(directory),
  };
}

function readCheckpointFile(tenant: string, path: string): RememberedCheckpoint {
  const text = readFileSync(path, "utf8");
  try {
    return { tenant, path, text, checkpoint: parseCheckpoint(text) };
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    return { tenant, path, fault: error.message };
  }
}
