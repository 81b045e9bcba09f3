export { sqliteKind } from "./sqlite-kind.ts";
export { connectSqliteStore, openSqliteStore, type SqliteStoreOptions } from "./sqlite-store.ts";
