export { connectStore, openSqliteStore, type SqliteStoreOptions } from "./sqlite-store.ts";
