/** The backplane as a library: run a work order in process, from submission to a verified receipt. */
export { type Backend, mockBackend, type RunContext, type RunReport } from "./backends/index.ts";
export { AbpError, buildWorkOrder, type Receipt, type WorkOrder } from "./contract/index.ts";
export { openRunLog, type RunLog, type RunOptions, type RunResult, runWorkOrder } from "./runtime/index.ts";
export { KeyStore, type Ledger, openStore, type Store, type StoreConfig } from "./storage/index.ts";
