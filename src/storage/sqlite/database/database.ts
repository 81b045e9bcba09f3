import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { AbpError } from "../../../contract/index.ts";
import { MIGRATIONS } from "./schema.ts";
import { BUSY_TIMEOUT_MS, databasePath, openWriter, sqliteCode } from "./writing-connection.ts";

const SQLITE_BUSY = 5;

/** Opens a connection that only reads; others may write meanwhile. */
export function openReader(directory: string): DatabaseSync {
  const path = databasePath(directory);
  try {
    return new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  } catch (error) {
    throw storeError("the ledger cannot be opened", directory, error);
  }
}

/** Makes the database, or brings an older one up to date. */
export function prepareDatabase(directory: string): void {
  const path = databasePath(directory);
  try {
    // SQLite gives its two other files the mode of the first.
    closeSync(openSync(path, "a", 0o600));
    const database = openWriter(directory);
    try {
      // A commit of some dozen receipts writes fewer, larger pages; the usual 4 KiB cost a fifth more time.
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

/** The error of a store that cannot do what it should. */
export function storeError(message: string, where: string, cause?: unknown): AbpError {
  return new AbpError("receipt_store_failed", message, { where, cause });
}

// While two processes make the same new database, the change of mode is refused at once, without the timeout.
function useWriteAheadLog(database: DatabaseSync): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let attempt = 0; ; attempt += 1) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (sqliteCode(error) !== SQLITE_BUSY || attempt === 100) throw error;
      Atomics.wait(pause, 0, 0, 20);
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
        `the ledger has version ${version}, and this build knows ${MIGRATIONS.length}`,
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
