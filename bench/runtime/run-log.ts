import { join } from "node:path";
import { openRunLog, openStore, type RunLog, type Store } from "../../src/index.ts";

/** A new store in a directory, and the log of its runs. */
export async function openBenchLog(directory: string): Promise<{ store: Store; log: RunLog }> {
  const config = {
    receipts_dir: join(directory, "receipts"),
    receipts: { origin: "localhost/bench", keys_dir: join(directory, "keys") },
  };
  const store = await openStore(config);
  return { store, log: await openRunLog(store, config, "default") };
}
