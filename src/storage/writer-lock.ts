import { DatabaseSync } from "node:sqlite";
import { AbpError } from "../contract/index.ts";

/** An exclusive lock on a file. It ends when it is released or when the process ends. */
export interface WriterLock {
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Takes the lock, or throws `ledger_in_use`. SQLite holds a lock of the operating system on the file, which a crash releases. A
 * file that contains a process id would not tell a crashed process from a living one with the same id.
 */
export function takeWriterLock(path: string): WriterLock {
  const database = new DatabaseSync(path);
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new AbpError("ledger_in_use", "another process is using it", { where: path, cause: error });
  }
  return { release: () => database.close() };
}
