export { FileLedger, type FileLedgerOptions } from "./file-ledger.ts";
export type { ReceiptLedger } from "./ledger.ts";
