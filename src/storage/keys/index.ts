export type { KeyStatus } from "./key-in-force.ts";
export { type KeyListing, KeyStore, type KeyStoreOptions } from "./key-store.ts";
