import { AbpError } from "../../../contract/index.ts";
import { prepareReceipt } from "../../../receipts/index.ts";
import type { OpenRunCount } from "../../ledger/index.ts";
import { interruptedReceipt } from "../../ledger/interrupted-receipt.ts";
import type { BatchClient } from "../batch/batch-client.ts";
import { readStoredTrace } from "../events/stored-trace.ts";
import { parseOpenRuns } from "../journal/open-run-line.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { hasEnded, listOwners, succeedOwner } from "./owner.ts";

type Client = Pick<BatchClient, "append" | "write">;

/**
 * Writes a receipt for each open run whose owner is gone, and removes the locks that such owners left; resolves to the number
 * of receipts.
 */
export async function recoverRuns(reader: LedgerReader, client: Client, now: () => Date): Promise<number> {
  const rows = reader.prepare("SELECT DISTINCT owner FROM journal").all();
  const owners = new Set([...rows.map((row) => row["owner"] as string), ...listOwners(reader.directory)]);
  let written = 0;
  for (const id of owners) {
    const owner = succeedOwner(reader.directory, id);
    if (owner === undefined) continue;
    let isDone = false;
    try {
      written += await recoverOwner(reader, client, id, now);
      isDone = true;
    } finally {
      owner.release(isDone);
    }
  }
  return written;
}

/** Signs each log as it is now, unless the key in force has done so. A refusal is of no consequence: a later checkpoint follows. */
export async function signLogs(reader: LedgerReader, client: Client): Promise<void> {
  const signatures = reader
    .logs()
    .filter(({ size }) => size > 0)
    .map(({ tenant }) => client.write({ kind: "checkpoint", tenant }));
  await Promise.allSettled(signatures);
}

/** Counts the open runs of one tenant. Changes nothing. */
export function countOpenRuns(reader: LedgerReader, tenant: string): OpenRunCount {
  const log = reader.log(tenant);
  const ended = new Map<string, boolean>();
  let running = 0;
  let interrupted = 0;
  for (const row of reader.prepare("SELECT owner, runs FROM journal").all()) {
    const id = row["owner"] as string;
    for (const run of parseOpenRuns(row["runs"] as string)) {
      if (run.tenant !== tenant) continue;
      if (log !== undefined && reader.hasReceipt(log.id, run.runId)) continue;
      if (!ended.has(id)) ended.set(id, hasEnded(reader.directory, id));
      if (ended.get(id) === true) interrupted += 1;
      else running += 1;
    }
  }
  return { running, interrupted };
}

async function recoverOwner(
  reader: LedgerReader,
  client: Client,
  owner: string,
  now: () => Date,
): Promise<number> {
  const rows = reader.prepare("SELECT id, runs FROM journal WHERE owner = ? ORDER BY id").all(owner);
  if (rows.length === 0) return 0;
  // The receipts end submitted runs, whichever process submitted them.
  await client.write({ kind: "control", write: { effect: "know_runs" } });
  const appends: Promise<boolean>[] = [];
  for (const row of rows) {
    for (const run of parseOpenRuns(row["runs"] as string)) {
      const log = reader.log(run.tenant);
      if (log !== undefined && reader.hasReceipt(log.id, run.runId)) continue;
      const trace = log === undefined ? undefined : readStoredTrace(reader, log.id, run.runId);
      const prepared = prepareReceipt(interruptedReceipt(run, now(), trace));
      const append = client.append(run.tenant, prepared).then(() => true, allowDuplicate);
      appends.push(append);
      // A receipt with events is large, so the next one waits until it is written.
      if (trace !== undefined) await append;
    }
  }
  const written = await Promise.all(appends);
  // The journal rows go last. If this process ends before that, the next recovery finds the receipts and writes none twice.
  await client.write({ kind: "forget", journal: rows.map((row) => row["id"] as number) });
  return written.filter((isNew) => isNew).length;
}

function allowDuplicate(error: unknown): boolean {
  if (AbpError.is(error) && error.code === "receipt_duplicate") return false;
  throw error;
}
