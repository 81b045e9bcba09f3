import { existsSync } from "node:fs";
import type { OpenRunCount } from "../../ledger/index.ts";
import { databasePath } from "../database/writing-connection.ts";
import { LedgerReader } from "../reader/ledger-reader.ts";
import { countOpenRuns } from "./recovery.ts";

/** Whether a directory has a ledger. */
export function hasLedger(directory: string): boolean {
  return existsSync(databasePath(directory));
}

/** Counts the runs of a tenant that have begun and have no receipt. Changes nothing. */
export function readOpenRuns(directory: string, tenant: string): OpenRunCount {
  return withReader(directory, (reader) => countOpenRuns(reader, tenant)) ?? { running: 0, interrupted: 0 };
}

/** The tenants that have receipts, by name. */
export function listTenants(directory: string): readonly string[] {
  const tenants = withReader(directory, (reader) =>
    reader.logs().flatMap(({ tenant, size }) => (size > 0 ? [tenant] : [])),
  );
  return (tenants ?? []).sort();
}

// Canonical JSON has one place for this member, and its texts have a fixed length.
const NEWEST = `SELECT max(substr(text, instr(text, '"finished_at":"') + 15, 24)) AS newest
  FROM (SELECT CAST(body AS TEXT) AS text FROM receipts)`;

/** The latest time at which a run of any tenant has ended, by its receipt; undefined if there is no receipt. */
export function newestReceiptTime(directory: string): Date | undefined {
  const newest = withReader(directory, (reader) => reader.prepare(NEWEST).get()?.["newest"]);
  // Older receipts leave out a fraction of zero.
  const time = typeof newest === "string" ? Date.parse(newest.replace(/Z.*$/, "Z")) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time);
}

function withReader<Result>(directory: string, read: (reader: LedgerReader) => Result): Result | undefined {
  if (!hasLedger(directory)) return undefined;
  const reader = new LedgerReader(directory);
  try {
    return read(reader);
  } finally {
    reader.close();
  }
}
