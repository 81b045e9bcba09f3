import { readFileSync } from "node:fs";
import { AbpError } from "../../../contract/index.ts";
import { equalHashes, NoteError, parseCheckpoint, type SignedCheckpoint } from "../../../lib/index.ts";
import { storeError } from "../database/database.ts";
import type { LedgerReader, LogRow } from "../reader/ledger-reader.ts";
import { listCheckpointFiles } from "./checkpoint-file.ts";

/**
 * Checks what can be checked without reading every receipt: each log is of the expected name, its last receipt is
 * the one its head names, and it extends the checkpoint that lies beside the database.
 */
export function checkLogs(reader: LedgerReader, origin: string): void {
  const logs = new Map(reader.logs().map((log) => [log.tenant, log]));
  for (const log of logs.values()) checkHead(reader, log, `${origin}/${log.tenant}`);
  // From the files' side, so that a log that is missing altogether is noticed too.
  for (const [tenant, path] of listCheckpointFiles(reader.directory)) {
    checkAgainst(reader, logs.get(tenant), readStored(path));
  }
}

function checkHead(reader: LedgerReader, log: LogRow, origin: string): void {
  if (log.origin !== origin) {
    const message = `the ledger of ${log.tenant} is of ${log.origin}, not of ${origin}`;
    throw new AbpError("receipt_origin_mismatch", message, { where: reader.directory });
  }
  if (log.size === 0) return;
  const last = reader.receipt(log.id, log.size - 1);
  if (last?.sha256 !== log.last || reader.receipt(log.id, log.size) !== undefined) {
    throw storeError(`the log of ${log.tenant} does not end where its head says`, reader.directory);
  }
}

function readStored(path: string): SignedCheckpoint {
  try {
    return parseCheckpoint(readFileSync(path));
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new AbpError("receipt_checkpoint_invalid", error.message, { where: path, cause: error });
  }
}

function checkAgainst(reader: LedgerReader, log: LogRow | undefined, stored: SignedCheckpoint): void {
  const size = log?.size ?? 0;
  if (stored.size > size) {
    const message = `the ledger signed a checkpoint of ${stored.size} receipts and holds ${size}`;
    throw new AbpError("receipt_log_truncated", message, { where: reader.directory });
  }
  if (log === undefined) return;
  if (stored.origin !== log.origin || !equalHashes(reader.root(log, stored.size), stored.root)) {
    const message = "the ledger does not hold what its checkpoint covers";
    throw new AbpError("receipt_consistency_invalid", message, { where: reader.directory });
  }
}
