/** What is kept on disk: signing keys and the ledger of receipts. */
export { type KeyListing, type KeyStatus, KeyStore, type KeyStoreOptions } from "./keys/index.ts";
export { FileLedger, type FileLedgerOptions, type ReceiptLedger } from "./ledger/index.ts";
