import { DatabaseSync } from "./sqlite-module.ts";

/** An exclusive lock on a file. It ends when it is released or when the process ends. */
export interface FileLock {
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Takes the lock of a file; undefined while another one holds it. SQLite holds a lock of the operating system on the file,
 * which a crash releases. A file that contains a process id would not tell a crashed process from a living one with the same
 * id. `waitMs` blocks the thread for up to that time. Throws if the file cannot be used as a lock.
 */
export function tryLock(path: string, waitMs = 0): FileLock | undefined {
  const database = new DatabaseSync(path, { timeout: waitMs });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
