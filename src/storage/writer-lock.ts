import { DatabaseSync } from "node:sqlite";
import { AbpError } from "../contract/index.ts";

/** A claim to be the only writer, until it is released or the process ends. */
export interface WriterLock {
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Claims a lock file. SQLite holds a real lock of the operating system on it, which a crash gives back;
 * a file with a process id in it would have to be guessed about.
 */
export function takeWriterLock(path: string): WriterLock {
  const database = new DatabaseSync(path);
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new AbpError("ledger_in_use", "another process holds the lock", { where: path, cause: error });
  }
  return { release: () => database.close() };
}
