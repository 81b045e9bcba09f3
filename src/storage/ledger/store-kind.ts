import type { TrustedKeys } from "../../receipts/index.ts";
import type { Retention, Store, StoreShare } from "./store.ts";
import type { LogFault, OpenRunCount, StoreCheck } from "./store-check.ts";

/** The settings that a store needs; a whole configuration satisfies it. */
export interface StoreConfig {
  readonly receipts_dir: string;
  readonly receipts: {
    /** Comes before the tenant in the name of each log. */
    readonly origin: string;
    readonly keys_dir: string;
  };
  /** 30 days each if it is absent. */
  readonly retention?: Retention;
}

export interface StoreOpening {
  /** `read` changes nothing, while other processes may write. */
  readonly mode: "write" | "read";
  /** `inline` writes on the calling thread; `thread` may start another one, and lets other threads share the store. */
  readonly writer: "thread" | "inline";
  readonly retention: Retention;
  readonly now: () => Date;
}

/** What can be known of the store of a configuration without opening it. Nothing here changes the store or needs a key. */
export interface UnopenedStore {
  /** Whether there is a store, however small. */
  exists(): Promise<boolean>;
  /** Checks the whole store: every receipt, all hashes, the order, and the newest checkpoint. Other processes may write meanwhile. */
  check(keys: TrustedKeys): Promise<StoreCheck>;
  /** The faults for which opening for writing would fail. */
  findFaults(): Promise<readonly LogFault[]>;
  /** Counts the runs of a tenant that have begun and have no receipt. */
  countOpenRuns(tenant: string): Promise<OpenRunCount>;
  /** The tenants that have receipts, by name. */
  listTenants(): Promise<readonly string[]>;
  /** The latest time at which a run of any tenant has ended, by its receipt; undefined if there is no receipt. */
  newestReceiptTime(): Promise<Date | undefined>;
}

/** One way to store, such as a database. `storeKinds` lists them. */
export interface StoreKind {
  /** Says in a `StoreShare` which kind it belongs to. */
  readonly name: string;
  /** Whether a configuration asks for this kind. */
  isAskedFor(config: StoreConfig): boolean;
  /** Opens the store, and checks what can be checked without reading every receipt. Recovers no runs. */
  open(config: StoreConfig, opening: StoreOpening): Promise<Store>;
  /** Opens, in another thread of the process, the store that prepared `share`. */
  connect(share: StoreShare, options: { readonly now: () => Date }): Store;
  /** Looks at a store without opening it. */
  inspect(config: StoreConfig): UnopenedStore;
}
