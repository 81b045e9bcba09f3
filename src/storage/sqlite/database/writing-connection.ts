import { join } from "node:path";
import type { DatabaseSync as Database } from "node:sqlite";
import { DatabaseSync } from "../../sqlite-module.ts";

/** The longest time that a connection waits for another one to finish writing. */
export const BUSY_TIMEOUT_MS = 10_000;

export function databasePath(directory: string): string {
  return join(directory, "ledger.db");
}

/**
 * Opens a connection that writes. Each commit is flushed to the disk before it returns. What it deletes is overwritten with
 * zeros, and so are the copies that SQLite makes when it moves rows between pages.
 */
export function openWriter(directory: string): Database {
  const database = new DatabaseSync(databasePath(directory), { timeout: BUSY_TIMEOUT_MS });
  database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 4000");
  database.exec("PRAGMA secure_delete = ON");
  return database;
}

/** The primary result code of a SQLite error, from its extended code; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === "number" ? code & 0xff : undefined;
}
