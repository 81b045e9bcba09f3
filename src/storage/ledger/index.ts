export type { EngineResponseStatus, EngineResponses } from "./engine-responses.ts";
export type { Evidence, EvidenceStore } from "./evidence-store.ts";
export type { EventReading, Ledger, OpenRun, ReceiptPlace, StoredEvent } from "./ledger.ts";
export type { ContentOwner, OwnedContent } from "./owned-content.ts";
export { repeatedId } from "./repeated-id.ts";
export type { KeptResponse, ResponseStore } from "./response-store.ts";
export type { Retention, Store, StoreHealth, StoreShare } from "./store.ts";
export { TRACE_LIMITS, type TraceLimits } from "./trace-limits.ts";
