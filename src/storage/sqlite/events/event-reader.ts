import { damageError } from "../database/database-error.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";

/** A row of events, of one run. */
export interface ReadRow {
  readonly firstSeq: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly lines: readonly string[];
}

type Reader = Pick<LedgerReader, "prepare" | "directory">;

const SELECT = "SELECT first_seq, count, created_at, lines FROM events WHERE log = ? AND run_id = ?";
const UP_TO = `${SELECT} AND first_seq <= ? ORDER BY first_seq DESC LIMIT 1`;
const AFTER = `${SELECT} AND first_seq > ? ORDER BY first_seq LIMIT 1`;

/** Whether the database has a table of events. A reading store may meet an older version, which it cannot migrate. */
export function hasEventTable(reader: Reader): boolean {
  return reader.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'events'").get() !== undefined;
}

/**
 * The row that holds an event, or else the next row after it; undefined at the end. Throws `ledger_damaged` if a row does not
 * have the events that it should.
 */
export function readEventRow(reader: Reader, log: number, runId: string, seq: number): ReadRow | undefined {
  const row = reader.prepare(UP_TO).get(log, runId, seq);
  const found =
    row !== undefined && (row["first_seq"] as number) + (row["count"] as number) > seq
      ? row
      : reader.prepare(AFTER).get(log, runId, seq);
  if (found === undefined) return undefined;
  const firstSeq = found["first_seq"] as number;
  const lines = (found["lines"] as string).split("\n");
  if (lines.length !== found["count"]) throw eventsDamaged(reader, runId, firstSeq);
  return { firstSeq, createdAt: found["created_at"] as number, lines };
}

export function eventsDamaged({ directory }: Reader, runId: string, seq: number) {
  return damageError(`event ${seq} of run ${runId} is missing or was changed`, directory);
}
