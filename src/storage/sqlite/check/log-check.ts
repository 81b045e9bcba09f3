import { AbpError } from "../../../contract/index.ts";
import { equalHashes, NoteError, parseCheckpoint } from "../../../lib/index.ts";
import type { LogFault } from "../../ledger/index.ts";
import { headPath } from "../head/head-file.ts";
import type { RecordedHead } from "../head/log-head.ts";
import type { LedgerReader, LogRow } from "../reader/ledger-reader.ts";
import type { Remembered, RememberedCheckpoint } from "./remembered.ts";

type Reader = Pick<LedgerReader, "directory" | "logs" | "receipt" | "root">;

/**
 * Checks all logs without reading every receipt. Each log must have the expected origin, end with the receipt that its head
 * names, extend every checkpoint that is stored in the database or beside it, and contain the receipt at the recorded end. The
 * caller reads `remembered` first, and calls this in one read transaction.
 */
export function checkLogs(reader: Reader, remembered: Remembered, origin: string): LogFault[] {
  const logs = new Map(reader.logs().map((log) => [log.tenant, log]));
  const checks: [tenant: string, check: () => LogFault[]][] = [];
  for (const [tenant, log] of logs) {
    checks.push([tenant, () => checkOrigin(log, `${origin}/${tenant}`, reader.directory)]);
    checks.push([tenant, () => checkEnd(reader, log)]);
  }
  // These loops are over the files, because a log that is missing has files and no row.
  for (const { tenant, head } of remembered.heads) {
    checks.push([tenant, () => checkHead(reader, logs.get(tenant), tenant, head)]);
  }
  for (const one of remembered.checkpoints) {
    checks.push([one.tenant, () => checkFile(reader, logs.get(one.tenant), one)]);
  }
  for (const [tenant, log] of logs) checks.push([tenant, () => checkRow(reader, log)]);
  return withoutRepeats(checks.flatMap(([tenant, check]) => attempt(tenant, check)));
}

// The reader throws if a receipt or a hash that it needs is damaged.
function attempt(tenant: string, check: () => LogFault[]): LogFault[] {
  try {
    return check();
  } catch (error) {
    if (!AbpError.is(error)) throw error;
    const { code, message, where = "", advice } = error;
    return [{ tenant, code, message, where, advice }];
  }
}

function checkOrigin(log: LogRow, expected: string, where: string): LogFault[] {
  if (log.origin === expected) return [];
  const message = `the log of ${log.tenant} belongs to ${log.origin}, not to ${expected}`;
  return [
    {
      tenant: log.tenant,
      code: "receipt_origin_mismatch",
      where,
      message,
      advice:
        "Set `receipts.origin` to the name that the log was begun with, or `receipts_dir` to another directory.",
    },
  ];
}

function checkEnd(reader: Reader, log: LogRow): LogFault[] {
  const last = log.size === 0 ? undefined : reader.receipt(log.id, log.size - 1);
  const isWhole = (last?.sha256 ?? null) === log.last && reader.receipt(log.id, log.size) === undefined;
  if (isWhole) return [];
  const message = `the log of ${log.tenant} does not end with the receipt that its head names`;
  return [{ tenant: log.tenant, code: "ledger_damaged", where: reader.directory, message }];
}

function checkRow(reader: Reader, log: LogRow): LogFault[] {
  if (log.checkpoint === null) return [];
  try {
    const { origin, size, root } = parseCheckpoint(log.checkpoint);
    return compare(reader, log, log.tenant, { origin, size, root, place: "the database" });
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    const { tenant } = log;
    return [{ tenant, code: "receipt_checkpoint_invalid", where: reader.directory, message: error.message }];
  }
}

function checkFile(reader: Reader, log: LogRow | undefined, remembered: RememberedCheckpoint): LogFault[] {
  const { tenant, path, checkpoint } = remembered;
  if (checkpoint === undefined) {
    const advice = `Restore ${path} from a backup. If the log is sound otherwise, delete the file: the next checkpoint replaces it.`;
    return [{ tenant, code: "receipt_checkpoint_invalid", where: path, message: remembered.fault, advice }];
  }
  const { origin, size, root } = checkpoint;
  return compare(reader, log, tenant, { origin, size, root, place: path });
}

/** A checkpoint, and where it is stored. */
interface StoredCheckpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  readonly place: string;
}

function compare(
  reader: Reader,
  log: LogRow | undefined,
  tenant: string,
  { origin, size, root, place }: StoredCheckpoint,
): LogFault[] {
  const found = log?.size ?? 0;
  if (size > found) {
    const message = `the log of ${tenant} has a checkpoint of ${size} receipts in ${place} and contains ${found}`;
    return [truncated(reader, tenant, message, place)];
  }
  if (log === undefined) return [];
  if (origin === log.origin && equalHashes(reader.root(log, size), root)) return [];
  const message = `the log of ${tenant} does not contain the ${size} receipts that the checkpoint in ${place} covers`;
  return [inconsistent(reader, tenant, message)];
}

function checkHead(
  reader: Reader,
  log: LogRow | undefined,
  tenant: string,
  { size, last }: RecordedHead,
): LogFault[] {
  const path = headPath(reader.directory, tenant);
  const found = log?.size ?? 0;
  if (size > found) {
    const message = `the log of ${tenant} had ${size} receipts, as ${path} says, and contains ${found}: the last ${size - found} are lost`;
    return [truncated(reader, tenant, message, path)];
  }
  if (log === undefined || reader.receipt(log.id, size - 1)?.sha256 === last) return [];
  const message = `receipt ${size - 1} of the log of ${tenant} is not the one that ${path} names`;
  return [inconsistent(reader, tenant, message)];
}

function truncated({ directory }: Reader, tenant: string, message: string, place: string): LogFault {
  const advice = `The file ledger.db-wal was deleted, or an older ledger.db was put in place. Restore the newest files. To go on without the lost receipts, move ${place} out of ${directory} and keep it: it is the only trace of them.`;
  return { tenant, code: "receipt_log_truncated", where: directory, message, advice };
}

function inconsistent({ directory }: Reader, tenant: string, message: string): LogFault {
  const advice =
    "Receipts were changed or exchanged. Keep a copy of the directory, and restore a backup from before the change.";
  return { tenant, code: "receipt_consistency_invalid", where: directory, message, advice };
}

// The same checkpoint is usually stored twice, and the recorded head is of the same size.
function withoutRepeats(faults: readonly LogFault[]): LogFault[] {
  return faults.filter(
    (one, at) => faults.findIndex((other) => other.tenant === one.tenant && other.code === one.code) === at,
  );
}
