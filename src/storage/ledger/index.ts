export type { Ledger, OpenRun, ReceiptPlace } from "./ledger.ts";
export type { KeptResponse, ResponseStore } from "./response-store.ts";
export type { Retention, Store, StoreShare } from "./store.ts";
