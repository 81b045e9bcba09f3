import { EventEmitter, once } from "node:events";
import { AbpError, type Receipt } from "../../../src/contract/index.ts";
import { chainEntry } from "../../../src/lib/index.ts";
import type { PreparedReceipt, StoredReceipt } from "../../../src/receipts/index.ts";
import { ReceiptLog } from "../../../src/receipts/index.ts";
import type {
  Evidence,
  KeptConversation,
  KeptItem,
  KeptResponse,
  OpenRun,
} from "../../../src/storage/index.ts";
import { ControlData } from "../../../src/storage/ledger/control/fixtures/control-data.ts";

/** What one owner of a tenant keeps. */
export class OwnerData {
  readonly responses = new Map<string, KeptResponse>();
  /** The events of responses, as they were added: each part with the number of its first one. */
  readonly parts = new Map<string, { readonly firstSeq: number; readonly lines: readonly string[] }[]>();
  readonly conversations = new Map<string, { kept: KeptConversation; items: readonly KeptItem[] }>();
  readonly threads = new Map<string, unknown>();
  readonly reasoning = new Map<string, { readonly text: string; readonly isRepeated: boolean }>();
}

/** What a store keeps of one tenant. */
export class TenantData {
  readonly log: ReceiptLog;
  readonly receipts: StoredReceipt[] = [];
  readonly open = new Map<string, { readonly run: OpenRun; readonly writer: object }>();
  readonly events = new Map<string, string[]>();
  readonly owners = new Map<string, OwnerData>();
  evidence: readonly Evidence[] = [];
  checkpoint: { readonly size: number; readonly text: string } | undefined;
  readonly #changes = new EventEmitter().setMaxListeners(0);

  constructor(origin: string, tenant: string) {
    this.log = new ReceiptLog({ origin: `${origin}/${tenant}`, tenant });
  }

  receiptOf(runId: string): StoredReceipt | undefined {
    return this.receipts.find((one) => one.runId === runId);
  }

  /** Adds the receipt of a run to the log, which ends the run. */
  append(prepared: PreparedReceipt): StoredReceipt {
    const { runId } = prepared;
    this.open.delete(runId);
    if (this.receiptOf(runId) !== undefined)
      throw new AbpError("receipt_duplicate", `the run ${runId} has a receipt`);
    const seq = this.log.size;
    const { bytes, sha256 } = chainEntry(this.log.head, prepared);
    const receipt = JSON.parse(Buffer.from(bytes).toString("utf8")) as Receipt;
    const stored = { seq, runId, bytes, sha256, receipt };
    this.log.add(stored);
    this.receipts.push(stored);
    this.noteChange();
    return stored;
  }

  owner(name: string): OwnerData {
    const known = this.owners.get(name) ?? new OwnerData();
    this.owners.set(name, known);
    return known;
  }

  noteChange(): void {
    this.#changes.emit("change");
  }

  /** Waits for the next event or receipt. Throws the reason of an aborted signal. */
  async changed(signal: AbortSignal | undefined): Promise<void> {
    await once(this.#changes, "change", { signal }).catch(() => signal?.throwIfAborted());
  }
}

/** An id that an engine gave to calls of one owner. */
export interface EngineId {
  readonly owner: string;
  readonly engine: string;
  readonly id: string;
  readonly runs: Set<string>;
}

/** What an engine keeps for one owner. */
export interface EngineThing {
  readonly owner: string;
  readonly engine: string;
  readonly id: string;
  readonly address?: string | undefined;
}

/** Everything that a store keeps, for as long as its process lives. */
export class MemoryData {
  readonly control = new ControlData();
  readonly tenants = new Map<string, TenantData>();
  /** One for each open store that writes. */
  readonly writers = new Set<object>();
  readonly engineIds: EngineId[] = [];
  engineThings: readonly EngineThing[] = [];
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  tenant(name: string): TenantData {
    const known = this.tenants.get(name) ?? new TenantData(this.#origin, name);
    this.tenants.set(name, known);
    return known;
  }
}
