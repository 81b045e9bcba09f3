import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** How long a connection waits for another that writes. */
export const BUSY_TIMEOUT_MS = 10_000;

/** Where the database of a ledger directory lies. */
export function databasePath(directory: string): string {
  return join(directory, "ledger.db");
}

/** Opens a connection that writes: a write-ahead log, and every commit waits for the disk. */
export function openWriter(directory: string): DatabaseSync {
  const database = new DatabaseSync(databasePath(directory), { timeout: BUSY_TIMEOUT_MS });
  database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 4000");
  return database;
}

/** The primary code of an error of SQLite; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === "number" ? code & 0xff : undefined;
}
