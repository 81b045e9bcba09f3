import { storeKindOf } from "./choose-store.ts";
import { useDirectory } from "./directory-use.ts";
import { KeyStore, type KeyStoreOptions } from "./keys/index.ts";
import type { Retention, Store, StoreConfig } from "./ledger/index.ts";

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
 * Opens the store of a configuration. For writing, it creates the store and the first signing key if they are missing, checks
 * the logs, records the runs that ended processes left open, and signs the logs. Reading leaves such runs open.
 *
 * @example
 * import { openStore } from "agent-backplane";
 * import { loadConfig } from "agent-backplane/config";
 * const store = await openStore(loadConfig().config);
 * const stored = await store.ledger("default").find(runId);
 * await store.close();
 */
export async function openStore(config: StoreConfig, options: OpenStoreOptions = {}): Promise<Store> {
  const { mode = "write", writer = "thread", now = () => new Date() } = options;
  const retention = config.retention ?? DEFAULT_RETENTION;
  const kind = storeKindOf(config);
  if (mode === "read") return kind.open(config, { retention, now, mode, writer });
  const keys = new KeyStore(config.receipts.keys_dir, options);
  await keys.ensure();
  // Reports a key that cannot be used; the writer loads it for itself, and again after each change of the key set.
  await keys.privateKey();
  // A full disk can fail any step, the lock of an earlier process included.
  return useDirectory(config.receipts_dir, "receipts_dir", async () => {
    const store = await kind.open(config, { retention, now, mode, writer });
    try {
      await store.recover(now);
    } catch (error) {
      await store.close();
      throw error;
    }
    return store;
  });
}
