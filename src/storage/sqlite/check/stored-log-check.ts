import { equalHashes, hashLeaf, MerkleFrontier, REPORTED_HEIGHT } from "../../../lib/index.ts";
import type { Finding } from "../../../receipts/index.ts";
import { databasePath } from "../database/writing-connection.ts";
import type { LedgerReader, LogRow } from "../reader/ledger-reader.ts";

/** The number of receipts that are read at a time. */
const PAGE_SIZE = 256;
const LEAVES_PER_SUBTREE = 2 ** REPORTED_HEIGHT;

type Reader = Pick<LedgerReader, "directory" | "storedRows" | "subtree">;

/** The bytes of every receipt of a log, and the faults of the hashes that are stored with them. */
export interface StoredLog {
  readonly entries: readonly Uint8Array[];
  readonly findings: readonly Finding[];
}

/**
 * Reads every receipt of a log and computes all its hashes again. The stored hash of each receipt, of each subtree and of the
 * head must be the same, because proofs are made of them. Reports the first fault of each kind.
 */
export function readStoredLog(reader: Reader, log: LogRow): StoredLog {
  const entries: Uint8Array[] = [];
  const faults = new Map<string, Finding>();
  const report = (kind: string, where: string, text: string) => {
    const message = `${text} (${databasePath(reader.directory)})`;
    if (!faults.has(kind)) faults.set(kind, { code: "ledger_damaged", where, message });
  };
  const frontier = new MerkleFrontier();
  for (let from = 0; from < log.size; from += PAGE_SIZE) {
    for (const { seq, leaf, bytes } of reader.storedRows(
      log.id,
      from,
      Math.min(PAGE_SIZE, log.size - from),
    )) {
      const hash = hashLeaf(bytes);
      if (!equalHashes(hash, leaf)) {
        report("leaf", `entry ${seq}`, "the bytes of the receipt are not those whose hash was stored");
      }
      if (seq !== entries.length) report("place", `entry ${seq}`, "a receipt before this one is missing");
      const complete = frontier.append(hash);
      const index = frontier.size / LEAVES_PER_SUBTREE - 1;
      if (complete !== undefined && !isSame(reader.subtree(log.id, index), complete)) {
        report("subtree", `entry ${index * LEAVES_PER_SUBTREE}`, "the stored hash of 256 receipts is wrong");
      }
      entries.push(bytes);
    }
  }
  if (entries.length < log.size) {
    report("size", "log", `the log has ${log.size} receipts, and ${entries.length} are stored`);
  } else if (!isSame(log.frontier, frontier.encode())) {
    report("head", "log", "the hashes at the head of the log are not those of its receipts");
  }
  return { entries, findings: [...faults.values()] };
}

function isSame(stored: Uint8Array | undefined, computed: Uint8Array): boolean {
  return stored !== undefined && Buffer.compare(stored, computed) === 0;
}
