import type { Retention } from "../ledger/store.ts";
import type { BatchClient } from "./batch/batch-client.ts";
import type { EventSender } from "./batch/event-sender.ts";
import type { LedgerReader } from "./reader/ledger-reader.ts";

/** What the ledgers of one store share. The functions throw `receipt_store_failed` once the store is closed. */
export interface LedgerParts {
  readonly reader: () => LedgerReader;
  /** Throws for a store that is open for reading only. */
  readonly client: () => BatchClient;
  /** Throws as `client` does. */
  readonly events: () => EventSender;
  readonly canWrite: boolean;
  readonly retention: Retention;
  readonly now: () => Date;
}
