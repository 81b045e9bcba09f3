import { AbpError, type Receipt } from "../../contract/index.ts";
import { isKeyName } from "../../lib/index.ts";
import {
  type LogIdentity,
  makeBundle,
  type PreparedReceipt,
  prepareReceipt,
  type StoredReceipt,
} from "../../receipts/index.ts";
import { pageRange } from "../ledger/control/page-range.ts";
import type { EventReading, Ledger, OpenRun, ReceiptPlace, StoredEvent } from "../ledger/ledger.ts";
import type { ContentOwner, OwnedContent } from "../ledger/owned-content.ts";
import { SqliteEvents } from "./events/sqlite-events.ts";
import { formatOpenRun, parseOpenRuns } from "./journal/open-run-line.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import type { LedgerReader, LogRow } from "./reader/ledger-reader.ts";
import { SqliteConversations } from "./sqlite-conversations.ts";
import { SqliteCustody } from "./sqlite-custody.ts";
import { SqliteEngineResponses } from "./sqlite-engine-responses.ts";
import { SqliteEvidence } from "./sqlite-evidence.ts";
import { SqliteResourceOwners } from "./sqlite-resource-owners.ts";
import { SqliteResponses } from "./sqlite-responses.ts";
import { SqliteThreads } from "./sqlite-threads.ts";

/** The number of receipts that `entries` reads at a time. */
const PAGE_SIZE = 256;

export class SqliteLedger implements Ledger {
  readonly #identity: LogIdentity;
  readonly #parts: LedgerParts;
  readonly #events: SqliteEvents;
  readonly evidence: SqliteEvidence;
  readonly #contents = new Map<string, OwnedContent>();

  constructor(identity: LogIdentity, parts: LedgerParts) {
    // The origin is also the key name in the signatures of checkpoints.
    if (!isKeyName(identity.origin)) {
      throw new AbpError("usage_invalid", "the origin of a log must not contain spaces or plus signs", {
        where: identity.origin,
      });
    }
    this.#identity = identity;
    this.#parts = parts;
    this.#events = new SqliteEvents(identity.tenant, parts);
    this.evidence = new SqliteEvidence(identity.tenant, parts);
  }

  contentOf({ owner, readsUnowned }: ContentOwner): OwnedContent {
    const key = readsUnowned ? `${owner} ` : owner;
    let content = this.#contents.get(key);
    if (content === undefined) {
      const { tenant } = this.#identity;
      const as = { owner, readsUnowned };
      content = {
        responses: new SqliteResponses(tenant, as, this.#parts),
        conversations: new SqliteConversations(tenant, owner, this.#parts),
        threads: new SqliteThreads(tenant, owner, this.#parts),
        custody: new SqliteCustody(tenant, as, this.#parts),
        engineResponses: new SqliteEngineResponses(tenant, owner, this.#parts),
        resourceOwners: new SqliteResourceOwners(tenant, owner, this.#parts),
      };
      this.#contents.set(key, content);
    }
    return content;
  }

  async size(): Promise<number> {
    return this.#log()?.size ?? 0;
  }

  // Every call of the gateway uses this method and `appendPrepared`. They are not async, which saves one promise each.
  begin(run: OpenRun): Promise<void> {
    const { tenant } = this.#identity;
    try {
      return this.#parts.client().begin(tenant, run.runId, formatOpenRun(tenant, run));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async appendEvents(runId: string, firstSeq: number, lines: readonly string[]): Promise<void> {
    await this.#events.append(runId, firstSeq, lines);
  }

  readEvents(runId: string, fromSeq: number, options: EventReading = {}): AsyncIterable<StoredEvent> {
    const isOpen = async () => (await this.findOpen(runId)) !== undefined;
    return this.#events.read(runId, fromSeq, isOpen, options);
  }

  append(receipt: Receipt): Promise<ReceiptPlace> {
    try {
      return this.appendPrepared(prepareReceipt(receipt));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  appendPrepared(prepared: PreparedReceipt): Promise<ReceiptPlace> {
    try {
      return this.#parts.client().append(this.#identity.tenant, prepared);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async read(seq: number): Promise<StoredReceipt | undefined> {
    const log = this.#log();
    return log === undefined || seq >= log.size ? undefined : this.#reader.receipt(log.id, seq);
  }

  async find(runId: string): Promise<StoredReceipt | undefined> {
    const id = this.#log()?.id;
    const stored = id === undefined ? undefined : this.#reader.receiptOf(id, runId);
    // The size is read after the receipt, because another connection may have appended it in between.
    return stored === undefined || stored.seq >= (this.#log()?.size ?? 0) ? undefined : stored;
  }

  async findOpen(runId: string): Promise<OpenRun | undefined> {
    const { tenant } = this.#identity;
    const rows = this.#reader.prepare("SELECT runs FROM journal WHERE instr(runs, ?)").all(runId);
    for (const row of rows) {
      for (const { tenant: owner, ...run } of parseOpenRuns(row["runs"] as string)) {
        if (owner !== tenant || run.runId !== runId) continue;
        const log = this.#log();
        if (log === undefined || !this.#reader.hasReceipt(log.id, runId)) return run;
      }
    }
    return undefined;
  }

  async page(from: number, limit: number, isNewestFirst: boolean): Promise<readonly StoredReceipt[]> {
    const log = this.#log();
    const { first, count } = pageRange(log?.size ?? 0, from, limit, isNewestFirst);
    if (log === undefined || count === 0) return [];
    const page = this.#reader.receipts(log.id, first, count);
    return isNewestFirst ? page.reverse() : page;
  }

  async *entries(): AsyncIterable<StoredReceipt> {
    const log = this.#log();
    for (let from = 0; log !== undefined && from < log.size; from += PAGE_SIZE) {
      const page = this.#reader.receipts(log.id, from, Math.min(PAGE_SIZE, log.size - from));
      yield* page;
    }
  }

  async checkpoint(): Promise<string> {
    if (!this.#parts.canWrite) {
      const stored = this.#log()?.checkpoint;
      if (typeof stored === "string") return stored;
      throw new AbpError("key_not_found", "the log has no checkpoint, and a reading store cannot sign one", {
        where: this.#reader.directory,
      });
    }
    // The writer signs, so that all threads get the same checkpoint. It notices that the key in force has changed.
    await this.#parts.client().write({ kind: "checkpoint", tenant: this.#identity.tenant });
    return (this.#log() as LogRow).checkpoint as string;
  }

  async prove(seq: number): Promise<string> {
    const stored = await this.read(seq);
    if (stored === undefined) throw new AbpError("receipt_not_found", `the log has no receipt number ${seq}`);
    const checkpoint = await this.checkpoint();
    const { id, origin } = this.#log() as LogRow;
    const inclusionProof = (index: number, size: number) => this.#reader.inclusionProof(id, index, size);
    return makeBundle(stored, { head: { origin }, inclusionProof }, checkpoint);
  }

  get #reader(): LedgerReader {
    return this.#parts.reader();
  }

  #log(): LogRow | undefined {
    const { tenant, origin } = this.#identity;
    const log = this.#reader.log(tenant);
    if (log !== undefined && log.origin !== origin) {
      const message = `the log of ${tenant} belongs to ${log.origin}, not to ${origin}`;
      throw new AbpError("receipt_origin_mismatch", message, { where: this.#reader.directory });
    }
    return log;
  }
}
