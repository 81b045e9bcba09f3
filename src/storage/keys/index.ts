export { type KeyListing, type KeyStatus, KeyStore, type KeyStoreOptions } from "./key-store.ts";
