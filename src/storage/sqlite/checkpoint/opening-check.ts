import { readFileSync } from "node:fs";
import { AbpError } from "../../../contract/index.ts";
import { equalHashes, NoteError, parseCheckpoint, type SignedCheckpoint } from "../../../lib/index.ts";
import { storeError } from "../database/database-error.ts";
import type { LedgerReader, LogRow } from "../reader/ledger-reader.ts";
import { listCheckpointFiles } from "./checkpoint-file.ts";

/**
 * Checks a store without reading every receipt. Each log must have the expected origin, end with the receipt that its head
 * names, and extend the checkpoint in the file beside the database. Throws an error with the code of the first fault.
 */
export function checkLogs(reader: LedgerReader, origin: string): void {
  const logs = new Map(reader.logs().map((log) => [log.tenant, log]));
  for (const log of logs.values()) checkHead(reader, log, `${origin}/${log.tenant}`);
  // The loop is over the files, because a log that is missing has a file and no row.
  for (const [tenant, path] of listCheckpointFiles(reader.directory)) {
    checkAgainst(reader, logs.get(tenant), readStored(path));
  }
}

function checkHead(reader: LedgerReader, log: LogRow, origin: string): void {
  if (log.origin !== origin) {
    const message = `the log of ${log.tenant} belongs to ${log.origin}, not to ${origin}`;
    throw new AbpError("receipt_origin_mismatch", message, { where: reader.directory });
  }
  if (log.size === 0) return;
  const last = reader.receipt(log.id, log.size - 1);
  if (last?.sha256 !== log.last || reader.receipt(log.id, log.size) !== undefined) {
    throw storeError(
      `the log of ${log.tenant} does not end with the receipt that its head names`,
      reader.directory,
    );
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
    const message = `the log has a checkpoint of ${stored.size} receipts and contains ${size}`;
    throw new AbpError("receipt_log_truncated", message, { where: reader.directory });
  }
  if (log === undefined) return;
  if (stored.origin !== log.origin || !equalHashes(reader.root(log, stored.size), stored.root)) {
    const message = "the log does not contain the receipts that its checkpoint covers";
    throw new AbpError("receipt_consistency_invalid", message, { where: reader.directory });
  }
}
