import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AbpError, type Receipt } from "../../contract/index.ts";
import { equalHashes, parseCheckpoint, type SignedCheckpoint, sha256Hex } from "../../lib/index.ts";
import {
  chainReceipt,
  type LogIdentity,
  makeBundle,
  ReceiptLog,
  type SigningKey,
  type StoredReceipt,
  signCheckpoint,
} from "../../receipts/index.ts";
import { makePrivateDirectory, writeDurableFile } from "../durable-file.ts";
import { takeWriterLock, type WriterLock } from "../writer-lock.ts";
import type { ReceiptLedger } from "./ledger.ts";
import { type FoundRecord, RecordFile, type RecordPlace } from "./record-file.ts";

/** How to open a ledger. */
export interface FileLedgerOptions extends LogIdentity {
  /** Signs checkpoints; a ledger without one serves only those that are stored. */
  readonly key?: SigningKey;
  /** `read` looks at a ledger that another process may be writing; nothing is changed. */
  readonly mode?: "write" | "read";
}

interface PendingAppend {
  readonly receipt: Receipt;
  readonly resolve: (stored: StoredReceipt) => void;
  readonly reject: (error: unknown) => void;
}

/** A ledger in a directory: `receipts.log` with every receipt, and `checkpoint` with the last one signed. */
export class FileLedger implements ReceiptLedger {
  readonly #directory: string;
  readonly #options: FileLedgerOptions;
  readonly #lock: WriterLock | undefined;
  readonly #file: RecordFile;
  readonly #log: ReceiptLog;
  readonly #places: RecordPlace[] = [];
  readonly #runs = new Map<string, number>();
  #pending: PendingAppend[] = [];
  #flushing: Promise<void> | undefined;
  #signing: Promise<unknown> = Promise.resolve();
  #stored: string | undefined;
  #tornBytes = 0;
  #failure: unknown;
  #isClosed = false;

  private constructor(directory: string, options: FileLedgerOptions, file: RecordFile, lock?: WriterLock) {
    this.#directory = directory;
    this.#options = options;
    this.#file = file;
    this.#lock = lock;
    this.#log = new ReceiptLog({ origin: options.origin, tenant: options.tenant });
  }

  /** Opens a ledger, checks what it holds, and cuts off a record that a crash left unfinished. */
  static async open(directory: string, options: FileLedgerOptions): Promise<FileLedger> {
    const isWriter = options.mode !== "read";
    if (isWriter) await makePrivateDirectory(directory);
    const lock = isWriter ? takeWriterLock(join(directory, "lock")) : undefined;
    let file: RecordFile | undefined;
    try {
      file = await openRecords(join(directory, "receipts.log"), isWriter);
      const ledger = new FileLedger(directory, options, file, lock);
      await ledger.#load(isWriter);
      return ledger;
    } catch (error) {
      await file?.close();
      lock?.release();
      throw error;
    }
  }

  get size(): number {
    return this.#log.size;
  }

  /** How many bytes of an unfinished, never acknowledged write were found after the last whole record. */
  get tornBytes(): number {
    return this.#tornBytes;
  }

  append(receipt: Receipt): Promise<StoredReceipt> {
    if (this.#lock === undefined || this.#isClosed || this.#failure !== undefined) {
      const message =
        this.#failure === undefined ? "the ledger is not open for writing" : "an earlier write failed";
      return Promise.reject(this.#storeError(message, this.#failure));
    }
    return new Promise((resolve, reject) => {
      this.#pending.push({ receipt, resolve, reject });
      this.#flushing ??= this.#flush();
    });
  }

  async read(seq: number): Promise<StoredReceipt | undefined> {
    const place = this.#places[seq];
    if (place === undefined) return undefined;
    return decodeRecord(await this.#file.read(place), seq);
  }

  async find(runId: string): Promise<StoredReceipt | undefined> {
    const seq = this.#runs.get(runId);
    return seq === undefined ? undefined : this.read(seq);
  }

  async *entries(): AsyncIterable<StoredReceipt> {
    const { size } = this;
    for (let seq = 0; seq < size; seq += 1) yield (await this.read(seq)) as StoredReceipt;
  }

  checkpoint(): Promise<string> {
    // One after the other, so that a smaller one never replaces a larger one on disk.
    const next = this.#signing.then(() => this.#sign());
    this.#signing = next.catch(() => undefined);
    return next;
  }

  async prove(seq: number): Promise<string> {
    const stored = await this.read(seq);
    if (stored === undefined) throw new AbpError("receipt_not_found", `the log has no receipt ${seq}`);
    return makeBundle(stored, this.#log, await this.checkpoint());
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#flushing;
    await this.#signing;
    await this.#file.close();
    this.#lock?.release();
  }

  async #sign(): Promise<string> {
    const { key } = this.#options;
    if (this.#stored !== undefined && parseCheckpoint(this.#stored).size === this.size) return this.#stored;
    if (key === undefined || this.#lock === undefined) {
      if (this.#stored !== undefined) return this.#stored;
      throw new AbpError("key_not_found", "there is no checkpoint yet and no key to sign one");
    }
    const signed = signCheckpoint(this.#log, key);
    await writeDurableFile(this.#checkpointPath, signed, 0o644);
    this.#stored = signed;
    return signed;
  }

  get #checkpointPath(): string {
    return join(this.#directory, "checkpoint");
  }

  async #load(isWriter: boolean): Promise<void> {
    this.#tornBytes = await this.#file.scan((record) => this.#accept(record));
    this.#stored = await readFile(this.#checkpointPath, "utf8").catch(() => undefined);
    // Before anything is cut off: what a checkpoint covers was acknowledged, so it cannot be an unfinished write.
    if (this.#stored !== undefined) this.#holdAgainst(parseCheckpoint(this.#stored));
    if (this.#tornBytes > 0 && isWriter) await this.#file.truncate();
  }

  #accept(record: FoundRecord): void {
    const stored = decodeRecord(record.bytes, this.#log.size);
    const { origin, tenant, size, last } = this.#log.head;
    const chain = stored.receipt.chain;
    if (chain?.origin !== origin || chain.tenant !== tenant) {
      throw new AbpError(
        "receipt_origin_mismatch",
        `the ledger is of ${chain?.origin} for ${chain?.tenant}`,
        {
          where: this.#directory,
        },
      );
    }
    if (chain.seq !== size || chain.prev !== last) throw this.#storeError(`record ${size} does not follow`);
    this.#commit(stored, record);
  }

  #commit(stored: StoredReceipt, place: RecordPlace): void {
    this.#log.add(stored);
    this.#places.push({ offset: place.offset, length: place.length });
    this.#runs.set(stored.runId, stored.seq);
  }

  #holdAgainst({ origin, size, root }: SignedCheckpoint): void {
    if (size > this.#log.size) {
      const message = `the ledger signed a checkpoint of ${size} receipts and holds ${this.#log.size}`;
      throw new AbpError("receipt_log_truncated", message, { where: this.#directory });
    }
    if (origin !== this.#options.origin || !equalHashes(this.#log.root(size), root)) {
      const message = "the ledger does not hold what its checkpoint covers";
      throw new AbpError("receipt_consistency_invalid", message, { where: this.#directory });
    }
  }

  /** Writes whatever has gathered while the last write was under way: one wait for the disk serves them all. */
  async #flush(): Promise<void> {
    // Appends that are made in the same turn go into the first batch already.
    await Promise.resolve();
    while (this.#pending.length > 0) {
      const batch = this.#pending;
      this.#pending = [];
      await this.#writeBatch(batch);
    }
    this.#flushing = undefined;
  }

  async #writeBatch(batch: readonly PendingAppend[]): Promise<void> {
    const ready: { pending: PendingAppend; stored: StoredReceipt }[] = [];
    const runs = new Set<string>();
    let head = this.#log.head;
    for (const pending of batch) {
      try {
        const runId = pending.receipt.meta.run_id;
        if (this.#failure !== undefined) throw this.#storeError("an earlier write failed", this.#failure);
        if (this.#runs.has(runId) || runs.has(runId)) {
          throw new AbpError("receipt_duplicate", `run ${runId} has its receipt already`);
        }
        const stored = chainReceipt(head, pending.receipt);
        head = { ...head, size: head.size + 1, last: stored.sha256 };
        runs.add(runId);
        ready.push({ pending, stored });
      } catch (error) {
        pending.reject(error);
      }
    }
    if (ready.length === 0) return;
    try {
      const places = await this.#file.append(ready.map(({ stored }) => stored));
      for (const [index, { stored }] of ready.entries()) this.#commit(stored, places[index] as RecordPlace);
    } catch (error) {
      // After a failed flush the kernel may have dropped the pages: nothing more can be promised on this file.
      this.#failure = error;
      for (const { pending } of ready)
        pending.reject(this.#storeError("the receipt could not be written", error));
      return;
    }
    for (const { pending, stored } of ready) pending.resolve(stored);
  }

  #storeError(message: string, cause?: unknown): AbpError {
    return new AbpError("receipt_store_failed", message, { where: this.#directory, cause });
  }
}

async function openRecords(path: string, isWriter: boolean): Promise<RecordFile> {
  try {
    return await RecordFile.open(path, isWriter);
  } catch (error) {
    throw new AbpError("receipt_store_failed", "the ledger cannot be opened", { where: path, cause: error });
  }
}

function decodeRecord(bytes: Uint8Array, seq: number): StoredReceipt {
  // The record's own digest has vouched for these bytes, so the strict reader has nothing to add.
  const receipt = JSON.parse(Buffer.from(bytes).toString()) as Receipt;
  return { seq, runId: receipt.meta.run_id, bytes, sha256: sha256Hex(bytes), receipt };
}
