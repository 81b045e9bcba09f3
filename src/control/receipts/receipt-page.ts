import { z } from "zod";
import type { StoredReceipt } from "../../receipts/index.ts";
import { readCursor, writeCursor } from "../page/cursor.ts";
import type { OwnedLog } from "./owned-log.ts";

/** What a list of receipts holds. Members that are absent filter nothing. */
export interface ReceiptFilter {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly run_id?: string | undefined;
  readonly backend?: string | undefined;
  readonly outcome?: string | undefined;
  readonly kind?: "run" | "call" | undefined;
}

/** At most so many receipts are read for one page, so that a rare filter takes bounded time. */
export const MAX_READ_PER_PAGE = 2000;
const READ_AT_ONCE = 200;
const LIST = "receipts";
const Position = z.tuple([z.number().int().nonnegative()]);

/** A page of the receipts that a caller owns, the newest first. The cursor is the number of the next one to read. */
export async function readReceiptPage(log: OwnedLog, filter: ReceiptFilter) {
  const start = readCursor(LIST, filter.cursor, Position);
  let next = start === undefined ? (await log.ledger.size()) - 1 : start[0];
  const items: ReceiptItem[] = [];
  let read = 0;
  while (next >= 0 && items.length < filter.limit && read < MAX_READ_PER_PAGE) {
    const rows = await log.ledger.page(next, Math.min(READ_AT_ONCE, filter.limit * 2), true);
    if (rows.length === 0) {
      next = -1;
      break;
    }
    for (const stored of rows) {
      read += 1;
      next = stored.seq - 1;
      if (log.owns(stored) && isWanted(stored, filter)) items.push(itemOf(stored));
      if (items.length === filter.limit) break;
    }
  }
  return { items, next_cursor: next >= 0 ? writeCursor(LIST, [next]) : null };
}

type ReceiptItem = ReturnType<typeof itemOf>;

function kindOf({ receipt }: StoredReceipt): "run" | "call" {
  return receipt.observed?.call === undefined ? "run" : "call";
}

function isWanted(stored: StoredReceipt, { run_id, backend, outcome, kind }: ReceiptFilter): boolean {
  const { runId, receipt } = stored;
  return (
    (run_id === undefined || runId === run_id || receipt.observed?.call?.parent_run === run_id) &&
    (backend === undefined || receipt.backend.id === backend) &&
    (outcome === undefined || receipt.outcome === outcome) &&
    (kind === undefined || kindOf(stored) === kind)
  );
}

function itemOf(stored: StoredReceipt) {
  const { seq, runId, sha256, receipt } = stored;
  return {
    seq,
    run_id: runId,
    parent_run: receipt.observed?.call?.parent_run ?? null,
    kind: kindOf(stored),
    started_at: receipt.meta.started_at,
    finished_at: receipt.meta.finished_at,
    backend: receipt.backend.id,
    outcome: receipt.outcome,
    receipt_sha256: receipt.receipt_sha256 ?? null,
    entry_sha256: sha256,
  };
}
