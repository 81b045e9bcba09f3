export { checkStore, findLogFaults, type LogCheck, type StoreCheck } from "./check/store-check.ts";
export { hasLedger, listTenants, newestReceiptTime, readOpenRuns } from "./reader/ledger-facts.ts";
export type { OpenRunCount } from "./recovery/recovery.ts";
export { connectStore, openSqliteStore, type SqliteStoreOptions } from "./sqlite-store.ts";
