import type { Transferable } from "node:worker_threads";
import type { AccessKeyStore } from "./control/access-keys.ts";
import type { ApprovalStore } from "./control/approval-store.ts";
import type { OnceStore } from "./control/once.ts";
import type { RunStore } from "./control/run-store.ts";
import type { UsageStore } from "./control/usage-store.ts";
import type { Ledger } from "./ledger.ts";

/** How many days content is kept after it was written; 0 keeps it for ever. */
export interface Retention {
  readonly responses_days: number;
  readonly reasoning_days: number;
  /** Of the events of runs; those of a run without a receipt stay. */
  readonly events_days: number;
  /** Of the owners of what vendors keep. */
  readonly resources_days: number;
}

/**
 * Gives another thread of the same process access to a store. Its kind of store knows the rest: plain data, shared memory, and
 * what is transferred.
 */
export interface StoreShare {
  /** The name of the kind of store. */
  readonly kind: string;
}

/** Whether a store can write; the reason names no path and no secret. */
export type StoreHealth = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Runs, receipts, events, responses and reasoning of all tenants. */
export interface Store {
  /** The ledger of a tenant; a new tenant gets an empty log. */
  ledger(tenant: string): Ledger;
  /** The tenants that have a log, the oldest log first. */
  tenants(): Promise<readonly string[]>;
  /** The submitted work orders of all tenants. */
  readonly runs: RunStore;
  /** The approvals that are asked for. */
  readonly approvals: ApprovalStore;
  /** The keys that were made at run time. */
  readonly accessKeys: AccessKeyStore;
  /** What model calls used. */
  readonly usage: UsageStore;
  /** Earlier answers to requests that shall have their effect once. */
  readonly once: OnceStore;
  /**
   * Writes `interrupted` receipts for the open runs of processes that have ended, and signs the logs. `openStore` calls it.
   * Resolves to the number of such receipts since the store was opened.
   */
  recover(now: () => Date): Promise<number>;
  /**
   * Whether the last write succeeded, in whichever thread. While it did not, the store tries to write once a second. A store
   * that only reads is always healthy.
   */
  health(): StoreHealth;
  /**
   * Prepares access for one other thread, which passes `data` to `connectStore`. `transferList` belongs in the message that
   * carries `data`. Throws `receipt_store_failed` unless this store was opened for writing with a writer thread.
   */
  share(): { readonly data: StoreShare; readonly transferList: Transferable[] };
  /** Waits until everything asked for is durable, signs what is not signed yet, and closes all files. */
  close(): Promise<void>;
}
