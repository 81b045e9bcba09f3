import type { DatabaseSync } from "node:sqlite";
import type { Receipt } from "../../../contract/index.ts";
import {
  computeRoot,
  equalHashes,
  hashLeaf,
  hashNode,
  MerkleFrontier,
  proveInclusion,
  REPORTED_HEIGHT,
  type SubtreeSource,
  sha256Hex,
} from "../../../lib/index.ts";
import type { StoredReceipt } from "../../../receipts/index.ts";
import type { ExpiringTable } from "../batch/batch.ts";
import { openReader } from "../database/database.ts";
import { damageError } from "../database/database-error.ts";
import { PLACES, SELECT_EXPIRED_EVENTS } from "../database/schema.ts";
import { ReaderQuery } from "./reader-query.ts";

/** A row of the table `logs`. */
export interface LogRow {
  readonly id: number;
  readonly tenant: string;
  readonly origin: string;
  readonly size: number;
  readonly last: string | null;
  readonly frontier: Uint8Array;
  readonly checkpoint: string | null;
  readonly checkpoint_size: number;
}

interface ReceiptRow {
  readonly place: number;
  readonly run_id: string;
  readonly leaf: Uint8Array;
  readonly body: Uint8Array;
}

/** A receipt as it is stored, not checked. */
export interface StoredRow {
  readonly seq: number;
  readonly leaf: Uint8Array;
  readonly bytes: Uint8Array;
}

const LEAVES_PER_SUBTREE = 2 ** REPORTED_HEIGHT;
const SELECT_RECEIPT = "SELECT place, run_id, leaf, body FROM receipts";

const SELECT_SUBTREE = "SELECT hash FROM subtrees WHERE place = ?";

// The time that decides whether a row has expired.
const TIME_COLUMNS: Readonly<Record<Exclude<ExpiringTable, "events">, string>> = {
  responses: "created_at",
  custody: "held_at",
  engine_responses: "created_at",
  engine_resources: "created_at",
  conversations: "used_at",
  threads: "used_at",
  run_changes: "at",
  once_answers: "at",
};

/** The reading connection of one thread. Each query sees everything that was committed before it. */
export class LedgerReader {
  readonly directory: string;
  readonly #database: DatabaseSync;
  readonly #queries = new Map<string, ReaderQuery>();

  constructor(directory: string) {
    this.directory = directory;
    this.#database = openReader(directory);
  }

  /** Returns the prepared query; the same SQL is prepared once. It throws `ledger_damaged` if a page is damaged. */
  prepare(sql: string): ReaderQuery {
    const known = this.#queries.get(sql);
    if (known !== undefined) return known;
    const query = new ReaderQuery(this.#database, this.directory, sql);
    this.#queries.set(sql, query);
    return query;
  }

  /** The log of a tenant; undefined before its first write. */
  log(tenant: string): LogRow | undefined {
    return this.prepare("SELECT * FROM logs WHERE tenant = ?").get(tenant) as LogRow | undefined;
  }

  /** All logs, oldest first. */
  logs(): readonly LogRow[] {
    return this.prepare("SELECT * FROM logs ORDER BY id").all() as unknown as LogRow[];
  }

  /** The receipt at a position. Throws `ledger_damaged` if its bytes do not match its hash. */
  receipt(log: number, seq: number): StoredReceipt | undefined {
    if (seq < 0 || seq >= PLACES) return undefined;
    return this.#decode(this.prepare(`${SELECT_RECEIPT} WHERE place = ?`).get(log * PLACES + seq));
  }

  /** The receipt of a run. */
  receiptOf(log: number, runId: string): StoredReceipt | undefined {
    return this.#decode(this.prepare(`${SELECT_RECEIPT} WHERE log = ? AND run_id = ?`).get(log, runId));
  }

  hasReceipt(log: number, runId: string): boolean {
    return this.prepare("SELECT 1 FROM receipts WHERE log = ? AND run_id = ?").get(log, runId) !== undefined;
  }

  /** Exactly `count` receipts from a position on. Throws `ledger_damaged` if one is missing. */
  receipts(log: number, from: number, count: number): StoredReceipt[] {
    const sql = `${SELECT_RECEIPT} WHERE place >= ? AND place < ? ORDER BY place`;
    const start = log * PLACES + from;
    const rows = this.prepare(sql).all(start, start + count);
    return Array.from({ length: count }, (_, index) => {
      const row = rows[index];
      if (row?.["place"] !== start + index) throw this.#damaged(from + index, "is missing");
      return this.#decode(row) as StoredReceipt;
    });
  }

  /** The rows of up to `count` receipts from a position on, as they are stored and without any check. */
  storedRows(log: number, from: number, count: number): StoredRow[] {
    const sql = "SELECT place, leaf, body FROM receipts WHERE place >= ? AND place < ? ORDER BY place";
    const start = log * PLACES + from;
    const rows = this.prepare(sql).all(start, start + count) as unknown as ReceiptRow[];
    return rows.map(({ place, leaf, body: bytes }) => ({ seq: place % PLACES, leaf, bytes }));
  }

  /** The stored hash of a complete subtree of 256 leaves; undefined if there is none. */
  subtree(log: number, index: number): Uint8Array | undefined {
    const row = this.prepare(SELECT_SUBTREE).get(log * PLACES + index);
    return row?.["hash"] as Uint8Array | undefined;
  }

  /** Runs queries on one state of the database, while others write. */
  snapshot<Result>(read: () => Result): Result {
    this.prepare("BEGIN").get();
    try {
      return read();
    } finally {
      this.prepare("COMMIT").get();
    }
  }

  /** The Merkle root of the first `size` receipts of a log. Throws `ledger_damaged` if its hashes are not whole. */
  root(log: LogRow, size: number): Uint8Array {
    if (size === log.size) return this.#frontier(log).root();
    return computeRoot(this.#subtrees(log.id), size);
  }

  /** Proves that a receipt is among the first `size` of its log. */
  inclusionProof(log: number, seq: number, size: number): Uint8Array[] {
    return proveInclusion(this.#subtrees(log), seq, size);
  }

  /** Whether a table has rows that were written at or before `cutoff`, in milliseconds since the epoch. */
  hasExpired(table: ExpiringTable, cutoff: number): boolean {
    if (table === "events") return this.prepare(`${SELECT_EXPIRED_EVENTS} LIMIT 1`).get(cutoff) !== undefined;
    const sql = `SELECT 1 FROM ${table} WHERE ${TIME_COLUMNS[table]} <= ? LIMIT 1`;
    return this.prepare(sql).get(cutoff) !== undefined;
  }

  close(): void {
    this.#database.close();
  }

  #frontier({ tenant, size, frontier }: LogRow): MerkleFrontier {
    try {
      return new MerkleFrontier(size, frontier);
    } catch (error) {
      throw damageError(`the head of the log of ${tenant} was changed`, this.directory, error);
    }
  }

  #subtrees(log: number): SubtreeSource {
    const source: SubtreeSource = (height, index) => {
      if (height > REPORTED_HEIGHT) {
        return hashNode(source(height - 1, 2 * index), source(height - 1, 2 * index + 1));
      }
      if (height === REPORTED_HEIGHT) return this.#hash(log, index);
      const count = 2 ** height;
      let hashes = this.#leaves(log, index * count, count);
      while (hashes.length > 1) hashes = joinPairs(hashes);
      return hashes[0] as Uint8Array;
    };
    return source;
  }

  #leaves(log: number, from: number, count: number): Uint8Array[] {
    const start = log * PLACES + from;
    const sql = "SELECT leaf FROM receipts WHERE place >= ? AND place < ? ORDER BY place";
    const rows = this.prepare(sql).all(start, start + count);
    if (rows.length !== count) throw this.#damaged(from, "or one after it is missing");
    return rows.map((row) => row["leaf"] as Uint8Array);
  }

  #hash(log: number, index: number): Uint8Array {
    const hash = this.subtree(log, index);
    if (hash === undefined) throw this.#damaged(index * LEAVES_PER_SUBTREE, "has lost its hashes");
    return hash;
  }

  #decode(row: unknown): StoredReceipt | undefined {
    if (row === undefined) return undefined;
    const { place, run_id: runId, leaf, body: bytes } = row as ReceiptRow;
    const seq = place % PLACES;
    if (!equalHashes(hashLeaf(bytes), leaf)) throw this.#damaged(seq, "was changed");
    const receipt = JSON.parse(Buffer.from(bytes).toString()) as Receipt;
    return { seq, runId, bytes, sha256: sha256Hex(bytes), receipt };
  }

  #damaged(seq: number, fault: string) {
    return damageError(`receipt ${seq} of the ledger ${fault}`, this.directory);
  }
}

function joinPairs(hashes: readonly Uint8Array[]): Uint8Array[] {
  const joined: Uint8Array[] = [];
  for (let at = 0; at < hashes.length; at += 2) {
    joined.push(hashNode(hashes[at] as Uint8Array, hashes[at + 1] as Uint8Array));
  }
  return joined;
}
