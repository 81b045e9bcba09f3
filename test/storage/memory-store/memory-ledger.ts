import { AbpError, type Receipt } from "../../../src/contract/index.ts";
import {
  makeBundle,
  type PreparedReceipt,
  prepareReceipt,
  type StoredReceipt,
} from "../../../src/receipts/index.ts";
import type {
  ContentOwner,
  EventReading,
  EvidenceStore,
  Ledger,
  OpenRun,
  OwnedContent,
  ReceiptPlace,
  StoredEvent,
} from "../../../src/storage/index.ts";
import { pageOf } from "../../../src/storage/ledger/control/fixtures/page-of.ts";
import { MAX_EVIDENCE } from "../../../src/storage/ledger/evidence-store.ts";
import { memoryContent } from "./memory-content.ts";
import type { MemoryData, TenantData } from "./memory-data.ts";

/** The store that a ledger belongs to. */
export interface MemoryStoreParts {
  readonly data: MemoryData;
  /** The writer of the store. Throws `receipt_store_failed` if it only reads, and after it was closed. */
  readonly writer: () => object;
  /** Signs the log of a tenant unless its checkpoint covers all of it. */
  readonly sign: (tenant: TenantData) => Promise<string>;
  /** Told of each receipt that was appended. */
  readonly ended: (receipt: Receipt) => void;
}

/** The ledger of one tenant. */
export class MemoryLedger implements Ledger {
  readonly #parts: MemoryStoreParts;
  readonly #name: string;
  readonly #tenant: TenantData;
  readonly evidence: EvidenceStore;

  constructor(name: string, parts: MemoryStoreParts) {
    this.#parts = parts;
    this.#name = name;
    this.#tenant = parts.data.tenant(name);
    this.evidence = memoryEvidence(this.#tenant);
  }

  contentOf({ owner }: ContentOwner): OwnedContent {
    return memoryContent(this.#parts.data, this.#name, owner, () => void this.#parts.writer());
  }

  async size(): Promise<number> {
    return this.#tenant.log.size;
  }

  async begin(run: OpenRun): Promise<void> {
    this.#tenant.open.set(run.runId, { run, writer: this.#parts.writer() });
  }

  async appendEvents(runId: string, firstSeq: number, lines: readonly string[]): Promise<void> {
    const isOwn = this.#tenant.open.get(runId)?.writer === this.#parts.writer();
    const stored = this.#tenant.events.get(runId) ?? [];
    const isJson = lines.every((line) => line !== "" && !line.includes("\n") && line.isWellFormed());
    if (!isOwn || !isJson || firstSeq !== stored.length)
      throw new AbpError("receipt_store_failed", `event ${firstSeq} of ${runId} cannot be stored`);
    for (const line of lines) stored.push(line);
    this.#tenant.events.set(runId, stored);
    this.#tenant.noteChange();
  }

  async *readEvents(runId: string, fromSeq: number, options: EventReading = {}): AsyncIterable<StoredEvent> {
    const { follow = false, signal } = options;
    const read = (seq: number) => this.#tenant.events.get(runId)?.[seq];
    for (let seq = fromSeq; ; seq += 1) {
      signal?.throwIfAborted();
      while (read(seq) === undefined && follow && this.#tenant.open.has(runId))
        await this.#tenant.changed(signal);
      const line = read(seq);
      if (line === undefined) return;
      yield { seq, line };
    }
  }

  async append(receipt: Receipt): Promise<ReceiptPlace> {
    return this.appendPrepared(prepareReceipt(receipt));
  }

  async appendPrepared(prepared: PreparedReceipt): Promise<ReceiptPlace> {
    this.#parts.writer();
    const { seq, runId, sha256, receipt } = this.#tenant.append(prepared);
    this.#parts.ended(receipt);
    return { seq, runId, sha256 };
  }

  async read(seq: number): Promise<StoredReceipt | undefined> {
    return this.#tenant.receipts[seq];
  }

  async find(runId: string): Promise<StoredReceipt | undefined> {
    return this.#tenant.receiptOf(runId);
  }

  async findOpen(runId: string): Promise<OpenRun | undefined> {
    return this.#tenant.open.get(runId)?.run;
  }

  async page(from: number, limit: number, isNewestFirst: boolean): Promise<readonly StoredReceipt[]> {
    return pageOf(this.#tenant.receipts, from, limit, isNewestFirst);
  }

  async *entries(): AsyncIterable<StoredReceipt> {
    yield* [...this.#tenant.receipts];
  }

  checkpoint(): Promise<string> {
    return this.#parts.sign(this.#tenant);
  }

  async prove(seq: number): Promise<string> {
    const stored = await this.read(seq);
    if (stored === undefined) throw new AbpError("receipt_not_found", `the log has no receipt number ${seq}`);
    return makeBundle(stored, this.#tenant.log, await this.checkpoint());
  }
}

function memoryEvidence(tenant: TenantData): EvidenceStore {
  return {
    learn: (evidence) => {
      const { engine, model, pattern, value } = evidence;
      const key = JSON.stringify([engine, model, pattern, value]);
      const others = tenant.evidence.filter(
        (one) => JSON.stringify([one.engine, one.model, one.pattern, one.value]) !== key,
      );
      tenant.evidence = [...others, evidence]
        .sort((one, other) => one.learnedAt - other.learnedAt)
        .slice(-MAX_EVIDENCE);
    },
    find: (engine, model, after) =>
      tenant.evidence.filter((one) => one.engine === engine && one.model === model && one.learnedAt > after),
    list: (after) => tenant.evidence.filter(({ learnedAt }) => learnedAt > after),
  };
}
