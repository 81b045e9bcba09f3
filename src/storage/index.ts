/** What is kept on disk: signing keys, and the store of runs, receipts and responses. */
export { type KeyListing, type KeyStatus, KeyStore, type KeyStoreOptions } from "./keys/index.ts";
export type {
  KeptResponse,
  Ledger,
  OpenRun,
  ReceiptPlace,
  ResponseStore,
  Store,
} from "./ledger/index.ts";
export { type ConnectOptions, connectStore, SqliteStore, type SqliteStoreOptions } from "./sqlite/index.ts";
