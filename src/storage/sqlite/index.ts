export { sqliteKind } from "./sqlite-kind.ts";
export { openSqliteStore, type SqliteStoreOptions } from "./sqlite-store.ts";
