import type { StoreConfig, StoreKind } from "../ledger/index.ts";
import { checkStore, findLogFaults } from "./check/store-check.ts";
import { hasLedger, listTenants, newestReceiptTime, readOpenRuns } from "./recovery/ledger-facts.ts";
import { connectSqliteStore, openSqliteStore, SQLITE_KIND } from "./sqlite-store.ts";

/** The store in a directory: a database of SQLite, and the files beside it. */
export const sqliteKind: StoreKind = {
  name: SQLITE_KIND,
  isAskedFor: () => true,
  open: ({ receipts_dir, receipts }, opening) =>
    openSqliteStore(receipts_dir, {
      origin: receipts.origin,
      ...opening,
      ...(opening.mode === "read" ? {} : { key: { keysDirectory: receipts.keys_dir } }),
    }),
  connect: connectSqliteStore,
  inspect: ({ receipts_dir: directory, receipts: { origin } }: StoreConfig) => ({
    exists: async () => hasLedger(directory),
    check: async (keys) => checkStore(directory, origin, keys),
    findFaults: async () => findLogFaults(directory, origin),
    countOpenRuns: async (tenant) => readOpenRuns(directory, tenant),
    listTenants: async () => listTenants(directory),
    newestReceiptTime: async () => newestReceiptTime(directory),
  }),
};
