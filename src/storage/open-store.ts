import { useDirectory } from "./directory-use.ts";
import { KeyStore, type KeyStoreOptions } from "./keys/index.ts";
import type { Retention, Store } from "./ledger/index.ts";
import { openSqliteStore } from "./sqlite/index.ts";

/** The settings that a store needs; a whole configuration satisfies it. */
export interface StoreConfig {
  readonly receipts_dir: string;
  readonly receipts: {
    /** Comes before the tenant in the name of each log. */
    readonly origin: string;
    readonly keys_dir: string;
  };
  /** 30 days each where it is absent. */
  readonly retention?: Retention;
}

/** Options of `openStore`. */
export interface OpenStoreOptions extends KeyStoreOptions {
  /** `read` neither changes the store nor needs a signing key; the default is `write`. */
  readonly mode?: "write" | "read";
  /** `inline` writes on the calling thread, for a process that writes little and ends soon. The default is `thread`. */
  readonly writer?: "thread" | "inline";
}

const DEFAULT_RETENTION: Retention = {
  responses_days: 30,
  reasoning_days: 30,
  events_days: 30,
  resources_days: 365,
};

/**
 * Opens the store of a configuration. For writing, it creates the store and the first signing key where they are missing, checks
 * the logs, records the runs that ended processes left open, and signs the logs. Reading leaves such runs open.
 */
export async function openStore(config: StoreConfig, options: OpenStoreOptions = {}): Promise<Store> {
  const { origin, keys_dir } = config.receipts;
  const { mode = "write", writer = "thread", now = () => new Date() } = options;
  const retention = config.retention ?? DEFAULT_RETENTION;
  if (mode === "read") return openSqliteStore(config.receipts_dir, { origin, retention, now, mode });
  const keys = new KeyStore(keys_dir, options);
  await keys.ensure();
  // Reports a key that cannot be used; the writer loads it for itself, and again after each change of the key set.
  await keys.privateKey();
  const key = { keysDirectory: keys.directory };
  const directory = config.receipts_dir;
  // A full disk can fail any step, the lock of an earlier process included.
  return useDirectory(directory, "receipts_dir", async () => {
    const store = await openSqliteStore(directory, { origin, retention, now, mode, writer, key });
    try {
      await store.recover(now);
    } catch (error) {
      await store.close();
      throw error;
    }
    return store;
  });
}
