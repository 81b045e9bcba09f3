import { sqliteCode } from "../database/writing-connection.ts";

/**
 * What an error during a transaction means: `passing` for a full disk or a lock, after which a later write may succeed; `item`
 * where one value caused it and other writes may succeed; `fatal` where the database files may be damaged.
 */
export type WriteFailure = "passing" | "item" | "fatal";

// https://www.sqlite.org/rescode.html: SQLITE_BUSY, SQLITE_FULL.
const PASSING_CODES: ReadonlySet<number> = new Set([5, 13]);
// SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE.
const ITEM_CODES: ReadonlySet<number> = new Set([18, 19, 20, 25]);

/** Classifies an error. One that does not come from SQLite, such as a value that cannot be bound, is an `item` failure. */
export function classifyFailure(error: unknown): WriteFailure {
  const code = sqliteCode(error);
  if (code === undefined || ITEM_CODES.has(code)) return "item";
  return PASSING_CODES.has(code) ? "passing" : "fatal";
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
