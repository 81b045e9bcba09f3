import type { StoreKind } from "./ledger/index.ts";
import { sqliteKind } from "./sqlite/index.ts";

/** Every way to store. The first that a configuration asks for holds its state; SQLite takes every configuration. */
export const storeKinds: readonly StoreKind[] = [sqliteKind];
