import { closeSync, openSync, statSync } from "node:fs";
import type { DatabaseSync as Database } from "node:sqlite";
import { AbpError } from "../../../contract/index.ts";
import { DatabaseSync } from "../../sqlite-module.ts";
import { listCheckpointFiles } from "../tenant-files/checkpoint-file.ts";
import { damageError, databaseError } from "./database-error.ts";
import { MIGRATIONS } from "./schema.ts";
import { BUSY_TIMEOUT_MS, databasePath, openWriter, sqliteCode } from "./writing-connection.ts";

const SQLITE_BUSY = 5;
/** The time between two attempts to turn the write-ahead log on. */
const ATTEMPT_INTERVAL_MS = 20;

/**
 * Opens a connection that reads, while others may write. Throws `receipt_store_failed` if there is no database or one of a
 * later version, and `ledger_damaged` if the database was lost.
 */
export function openReader(directory: string): Database {
  if (statSync(databasePath(directory), { throwIfNoEntry: false }) === undefined) throw missing(directory);
  try {
    const database = new DatabaseSync(databasePath(directory), { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    try {
      requireContent(database, directory);
    } catch (error) {
      database.close();
      throw error;
    }
    return database;
  } catch (error) {
    throw databaseError(error, directory);
  }
}

/**
 * Creates the database, or migrates one of an older version. Throws `receipt_store_failed` for one of a later version,
 * `ledger_damaged` for a file that is no longer a database, and `directory_unusable` if nothing can be written.
 */
export function prepareDatabase(directory: string): void {
  const path = databasePath(directory);
  try {
    // SQLite creates its two other files with the mode of this one.
    closeSync(openSync(path, "a", 0o600));
    const database = openWriter(directory);
    try {
      requireSupported(readVersion(database), directory);
      // Measured: with pages of 4 KiB, the default, a commit of some dozen receipts takes a fifth more time.
      database.exec("PRAGMA page_size = 8192");
      useWriteAheadLog(database);
      migrate(database, directory);
    } finally {
      database.close();
    }
  } catch (error) {
    throw databaseError(error, directory);
  }
}

function missing(directory: string): AbpError {
  return new AbpError("receipt_store_failed", "there is no ledger in this directory", {
    where: directory,
    advice: "`abp run`, `abp call` and `abp up` create it with the first receipt; check `receipts_dir`.",
  });
}

// Checkpoints are written after the receipts that they cover, so files without tables mean that the database was lost.
function requireContent(database: Database, directory: string): void {
  const version = readVersion(database);
  requireSupported(version, directory);
  if (version > 0) return;
  if (listCheckpointFiles(directory).length > 0) {
    throw damageError("the database is empty, and checkpoints of its receipts lie beside it", directory);
  }
  throw missing(directory);
}

function requireSupported(version: number, directory: string): void {
  if (version <= MIGRATIONS.length) return;
  throw new AbpError(
    "receipt_store_failed",
    `the ledger has version ${version}, and this build supports versions up to ${MIGRATIONS.length}`,
    {
      where: databasePath(directory),
      advice: "Use the build that wrote it or a later one, or set `receipts_dir` to another directory.",
    },
  );
}

// While two processes create the same database, SQLite may refuse the change of mode at once, without the busy timeout.
function useWriteAheadLog(database: Database): void {
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

function migrate(database: Database, directory: string): void {
  if (readVersion(database) === MIGRATIONS.length) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    const version = readVersion(database);
    requireSupported(version, directory);
    for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

function readVersion(database: Database): number {
  return (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
}
