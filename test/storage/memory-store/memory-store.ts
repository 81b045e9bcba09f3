import { createHash } from "node:crypto";
import type { Transferable } from "node:worker_threads";
import { AbpError, type AgentEvent, type Receipt } from "../../../src/contract/index.ts";
import { prepareReceipt, type SigningKey, signCheckpoint } from "../../../src/receipts/index.ts";
import {
  type AccessKeyStore,
  type ApprovalStore,
  type Ledger,
  type OnceStore,
  type RunStore,
  type Store,
  type StoreHealth,
  type StoreShare,
  TRACE_LIMITS,
  type UsageStore,
} from "../../../src/storage/index.ts";
import { MemoryControl } from "../../../src/storage/ledger/control/fixtures/memory-control.ts";
import { groupSums, isAskedFor, sumCalls } from "../../../src/storage/ledger/control/usage-sums.ts";
import { interruptedReceipt, type StoredTrace } from "../../../src/storage/ledger/interrupted-receipt.ts";
import type { MemoryData, TenantData } from "./memory-data.ts";
import { MemoryLedger } from "./memory-ledger.ts";

/** What a store in memory shares. Between real threads it would be a port; the tests stay in one. */
export interface MemoryShare extends StoreShare {
  readonly place: string;
  /** The store that writes for the process. */
  readonly owner: MemoryStore;
}

export interface MemoryStoreOptions {
  /** The key that signs now; a store that only reads has none. */
  readonly key?: (() => Promise<SigningKey>) | undefined;
  /** Where other threads find the data; undefined if the store is not shared. */
  readonly place?: string | undefined;
  /** The store that this one shares. */
  readonly owner?: MemoryStore | undefined;
  readonly now?: (() => Date) | undefined;
}

/** A store that keeps everything in memory. Stores of one `MemoryData` are like processes that open one directory. */
export class MemoryStore implements Store {
  readonly #data: MemoryData;
  readonly #options: MemoryStoreOptions;
  /** Stands for this store among the owners of runs. */
  readonly writer: object;
  readonly #control: MemoryControl;
  #isClosed = false;
  #recovered = 0;

  constructor(data: MemoryData, options: MemoryStoreOptions) {
    this.#data = data;
    this.#options = options;
    this.writer = options.owner?.writer ?? {};
    if (options.key !== undefined) data.writers.add(this.writer);
    this.#control = new MemoryControl({
      data: data.control,
      logSize: (tenant) => data.tenant(tenant).log.size,
      begin: (tenant, run) => void data.tenant(tenant).open.set(run.runId, { run, writer: this.writer }),
      requireWriting: () => void this.#requireWriter(),
      now: options.now ?? (() => new Date()),
    });
  }

  get runs(): RunStore {
    return this.#control.runs;
  }

  get approvals(): ApprovalStore {
    return this.#control.approvals;
  }

  get accessKeys(): AccessKeyStore {
    return this.#control.accessKeys;
  }

  /** Adds up all receipts at each question. */
  get usage(): UsageStore {
    return {
      sum: async (question) => {
        const logs = [...this.#data.tenants].map(
          ([tenant, { receipts }]) => [tenant, receipts.map(({ receipt }) => receipt)] as const,
        );
        const sums = logs.flatMap(([tenant, receipts]) => sumCalls(tenant, receipts));
        return groupSums(
          sums.filter((one) => isAskedFor(one, question)),
          question.by,
        );
      },
    };
  }

  get once(): OnceStore {
    return this.#control.once;
  }

  async tenants(): Promise<readonly string[]> {
    return [...this.#data.tenants.keys()];
  }

  ledger(tenant: string): Ledger {
    const parts = {
      data: this.#data,
      writer: () => this.#requireWriter(),
      sign: (log: TenantData) => this.#sign(log),
      ended: (receipt: Receipt) => this.#control.end(receipt, tenant),
    };
    return new MemoryLedger(tenant, parts);
  }

  async recover(now: () => Date): Promise<number> {
    for (const [name, tenant] of this.#data.tenants) {
      for (const [runId, { run, writer }] of tenant.open) {
        if (this.#data.writers.has(writer)) continue;
        const receipt = interruptedReceipt(run, now(), traceOf(tenant.events.get(runId)));
        tenant.append(prepareReceipt(receipt));
        this.#control.end(receipt, name);
        this.#recovered += 1;
      }
    }
    await this.#signAll();
    return this.#recovered;
  }

  health(): StoreHealth {
    return { ok: true };
  }

  share(): { readonly data: StoreShare; readonly transferList: Transferable[] } {
    const { place } = this.#options;
    this.#requireWriter();
    if (place === undefined) throw new AbpError("receipt_store_failed", "the store is not shared");
    const data: MemoryShare = { kind: "memory", place, owner: this };
    return { data, transferList: [] };
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    if (this.#options.key !== undefined) await this.#signAll();
    this.#isClosed = true;
    if (this.#options.owner === undefined) this.#data.writers.delete(this.writer);
  }

  async #signAll(): Promise<void> {
    for (const tenant of this.#data.tenants.values()) if (tenant.log.size > 0) await this.#sign(tenant);
  }

  async #sign(tenant: TenantData): Promise<string> {
    const { key } = this.#options;
    if (key === undefined) {
      if (tenant.checkpoint !== undefined) return tenant.checkpoint.text;
      throw new AbpError("key_not_found", "the log has no checkpoint, and a reading store cannot sign one");
    }
    const signer = await key();
    if (tenant.checkpoint?.size !== tenant.log.size)
      tenant.checkpoint = { size: tenant.log.size, text: signCheckpoint(tenant.log, signer) };
    return tenant.checkpoint.text;
  }

  #requireWriter(): object {
    if (!this.#isClosed && this.#options.key !== undefined) return this.writer;
    throw new AbpError("receipt_store_failed", "the store is closed or not open for writing");
  }
}

function traceOf(lines: readonly string[] | undefined): StoredTrace | undefined {
  if (lines === undefined) return undefined;
  const hash = createHash("sha256");
  const kept: AgentEvent[] = [];
  let bytes = 0;
  for (const line of lines) {
    hash.update(`${line}\n`);
    bytes += Buffer.byteLength(line);
    if (kept.length < TRACE_LIMITS.maxEvents && bytes <= TRACE_LIMITS.maxBytes) kept.push(JSON.parse(line));
  }
  return { kept, record: { events: lines.length, kept: kept.length, sha256: hash.digest("hex") } };
}
