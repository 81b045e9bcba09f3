export type {
  KeptResponse,
  Ledger,
  OpenRun,
  ReceiptPlace,
  ResponseStore,
  Store,
} from "./ledger.ts";
