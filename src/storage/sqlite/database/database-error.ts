import { AbpError } from "../../../contract/index.ts";
import { directoryError } from "../../directory-use.ts";
import { databasePath, sqliteCode } from "./writing-connection.ts";

// https://www.sqlite.org/rescode.html: SQLITE_CORRUPT, SQLITE_NOTADB.
const DAMAGE: ReadonlyMap<number | undefined, string> = new Map([
  [11, "the database is damaged"],
  [26, "the file is not a database, or its beginning is damaged"],
]);

export function storeError(message: string, where: string, cause?: unknown): AbpError {
  return new AbpError("receipt_store_failed", message, { where, cause });
}

/** An error of a database that is damaged or lost. */
export function damageError(message: string, directory: string, cause?: unknown): AbpError {
  return new AbpError("ledger_damaged", message, { where: databasePath(directory), cause });
}

/** Anything that was thrown while the database was opened or read, as an error of the table. */
export function databaseError(error: unknown, directory: string): AbpError {
  if (AbpError.is(error)) return error;
  const damage = DAMAGE.get(sqliteCode(error));
  if (damage !== undefined) return damageError(damage, directory, error);
  const reason = error instanceof Error ? error.message : String(error);
  return (
    directoryError(error, directory, "receipts_dir") ??
    storeError(`the ledger cannot be read or opened: ${reason}`, directory, error)
  );
}
