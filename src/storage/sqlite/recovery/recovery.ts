import { AbpError } from "../../../contract/index.ts";
import { prepareReceipt } from "../../../receipts/index.ts";
import { parseOpenRuns } from "../journal/open-run-line.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import type { BatchClient } from "../writer/batch-client.ts";
import { interruptedReceipt } from "./interrupted-receipt.ts";
import { succeedOwner } from "./owner.ts";

type Client = Pick<BatchClient, "append" | "write">;

/** Writes a receipt for each open run whose owner is gone; resolves to the number of receipts. */
export async function recoverRuns(reader: LedgerReader, client: Client, now: () => Date): Promise<number> {
  const owners = reader.prepare("SELECT DISTINCT owner FROM journal").all();
  let written = 0;
  for (const row of owners) {
    const id = row["owner"] as string;
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

async function recoverOwner(
  reader: LedgerReader,
  client: Client,
  owner: string,
  now: () => Date,
): Promise<number> {
  const rows = reader.prepare("SELECT id, runs FROM journal WHERE owner = ? ORDER BY id").all(owner);
  const appends: Promise<boolean>[] = [];
  for (const row of rows) {
    for (const run of parseOpenRuns(row["runs"] as string)) {
      const log = reader.log(run.tenant);
      if (log !== undefined && reader.hasReceipt(log.id, run.runId)) continue;
      const prepared = prepareReceipt(interruptedReceipt(run, now()));
      appends.push(client.append(run.tenant, prepared).then(() => true, allowDuplicate));
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
