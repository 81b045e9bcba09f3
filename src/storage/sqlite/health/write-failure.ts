import { sqliteCode } from "../database/writing-connection.ts";
import type { WriteFault } from "./writer-health.ts";

/**
 * What an error during a transaction means: `passing` for a full disk or a lock, after which a later write may succeed; `item`
 * if one value caused it and other writes may succeed; `fatal` if the database files may be damaged.
 */
export type WriteFailure = "passing" | "item" | "fatal";

// https://www.sqlite.org/rescode.html: SQLITE_BUSY, SQLITE_READONLY, SQLITE_FULL.
const PASSING_CODES: ReadonlyMap<number, WriteFault> = new Map([
  [5, "locked"],
  [8, "readOnly"],
  [13, "full"],
]);
// SQLITE_READONLY_DBMOVED: the file of the connection is no longer the one in the directory.
const DATABASE_MOVED = 1032;
// SQLITE_IOERR_SHMSIZE: on a full disk, the index of the write-ahead log cannot grow. Nothing was written then.
const INDEX_CANNOT_GROW = 4874;
// SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE.
const ITEM_CODES: ReadonlySet<number> = new Set([18, 19, 20, 25]);

/** Classifies an error. One that does not come from SQLite, such as a value that cannot be bound, is an `item` failure. */
export function classifyFailure(error: unknown): WriteFailure {
  const code = sqliteCode(error);
  if (code === undefined || ITEM_CODES.has(code)) return "item";
  return faultOf(error) === "failed" ? "fatal" : "passing";
}

/** Why the ledger cannot write, from the error of a transaction that did not fail for one item. */
export function faultOf(error: unknown): WriteFault {
  const { errcode } = error as { readonly errcode?: number };
  if (errcode === INDEX_CANNOT_GROW) return "full";
  if (errcode === DATABASE_MOVED) return "failed";
  return PASSING_CODES.get(sqliteCode(error) ?? 0) ?? "failed";
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
