import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const PLACES_PER_LOG = 2 ** 32;

/** A receipt as the database holds it. */
export interface StoredEntry {
  readonly runId: string;
  readonly bytes: Uint8Array;
  readonly receipt: EntryFacts;
}

/** The members of a receipt that the oracle reads. */
export interface EntryFacts {
  readonly meta: { readonly run_id: string; readonly started_at: string; readonly finished_at: string };
  readonly outcome: string;
  readonly termination?: { readonly reason?: string };
  readonly observed?: { readonly request?: { readonly sha256?: string } };
}

/** One log as it was read at one moment. */
export interface LogView {
  readonly tenant: string;
  readonly entries: readonly StoredEntry[];
  readonly checkpoint: string | undefined;
  readonly checkpointSize: number;
}

/** The ledger as it was read at one moment. */
export interface LedgerView {
  readonly logs: readonly LogView[];
  /** The run ids of the journal that have no receipt. */
  readonly openRuns: readonly string[];
}

/** Reads the database itself, without any code of the product. `known` holds what an earlier view has read. */
export function readLedger(directory: string, known?: LedgerView): LedgerView {
  const database = new DatabaseSync(join(directory, "ledger.db"), { readOnly: true, timeout: 10_000 });
  try {
    const logs = database
      .prepare("SELECT id, tenant, size, checkpoint, checkpoint_size FROM logs ORDER BY id")
      .all()
      .map((row) => {
        const tenant = row["tenant"] as string;
        const before = known?.logs.find((log) => log.tenant === tenant)?.entries ?? [];
        const start = (row["id"] as number) * PLACES_PER_LOG;
        const rows = database
          .prepare("SELECT run_id, body FROM receipts WHERE place >= ? AND place < ? ORDER BY place")
          .all(start + before.length, start + PLACES_PER_LOG);
        return {
          tenant,
          entries: [
            ...before,
            ...rows.map((one) => toEntry(one["run_id"] as string, one["body"] as Uint8Array)),
          ],
          checkpoint: (row["checkpoint"] as string | null) ?? undefined,
          checkpointSize: row["checkpoint_size"] as number,
          size: row["size"] as number,
        };
      });
    const recorded = new Set(logs.flatMap(({ entries }) => entries.map(({ runId }) => runId)));
    const journal = database.prepare("SELECT runs FROM journal").all();
    const begun = journal.flatMap((row) => readRunIds(row["runs"] as string));
    return { logs, openRuns: begun.filter((runId) => !recorded.has(runId)) };
  } finally {
    database.close();
  }
}

/** A digest of all receipts of a log, to see whether an old one was changed. */
export function digestOf(entries: readonly StoredEntry[], count: number): string {
  const hash = createHash("sha256");
  for (const { bytes } of entries.slice(0, count)) hash.update(bytes);
  return hash.digest("hex");
}

function toEntry(runId: string, bytes: Uint8Array): StoredEntry {
  return { runId, bytes, receipt: JSON.parse(Buffer.from(bytes).toString()) as EntryFacts };
}

// Each line is a JSON array that begins with the tenant and the run id.
function readRunIds(lines: string): string[] {
  return lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => (JSON.parse(line) as [string, string])[1]);
}
