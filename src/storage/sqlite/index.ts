export { type ConnectOptions, connectStore, SqliteStore, type SqliteStoreOptions } from "./sqlite-store.ts";
