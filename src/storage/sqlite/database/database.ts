import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { AbpError } from "../../../contract/index.ts";
import { MIGRATIONS } from "./schema.ts";
import { BUSY_TIMEOUT_MS, databasePath, openWriter, sqliteCode } from "./writing-connection.ts";

const SQLITE_BUSY = 5;
/** The time between two attempts to turn the write-ahead log on. */
const ATTEMPT_INTERVAL_MS = 20;

/** Opens a connection that reads, while others may write. Throws `receipt_store_failed` where there is no database. */
export function openReader(directory: string): DatabaseSync {
  const path = databasePath(directory);
  try {
    return new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  } catch (error) {
    throw storeError("the ledger cannot be opened", directory, error);
  }
}

/** Creates the database, or migrates one of an older version. Throws `receipt_store_failed` for one of a later version. */
export function prepareDatabase(directory: string): void {
  const path = databasePath(directory);
  try {
    // SQLite creates its two other files with the mode of this one.
    closeSync(openSync(path, "a", 0o600));
    const database = openWriter(directory);
    try {
      // Measured: with pages of 4 KiB, the default, a commit of some dozen receipts takes a fifth more time.
      database.exec("PRAGMA page_size = 8192");
      useWriteAheadLog(database);
      migrate(database);
    } finally {
      database.close();
    }
  } catch (error) {
    throw AbpError.is(error) ? error : storeError("the ledger cannot be opened", directory, error);
  }
}

export function storeError(message: string, where: string, cause?: unknown): AbpError {
  return new AbpError("receipt_store_failed", message, { where, cause });
}

// While two processes create the same database, SQLite may refuse the change of mode at once, without the busy timeout.
function useWriteAheadLog(database: DatabaseSync): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (sqliteCode(error) !== SQLITE_BUSY || performance.now() >= deadline) throw error;
      Atomics.wait(pause, 0, 0, ATTEMPT_INTERVAL_MS);
    }
  }
}

function migrate(database: DatabaseSync): void {
  if (readVersion(database) === MIGRATIONS.length) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    const version = readVersion(database);
    if (version > MIGRATIONS.length) {
      throw storeError(
        `the ledger has version ${version}, and this build supports versions up to ${MIGRATIONS.length}; use a later build`,
        "ledger.db",
      );
    }
    for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

function readVersion(database: DatabaseSync): number {
  return (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
}
