export type { AccessKeyStore, StoredAccessKey } from "./control/access-keys.ts";
export type {
  ApprovalDecision,
  ApprovalState,
  ApprovalStore,
  StoredApproval,
} from "./control/approval-store.ts";
export type { Once, OnceStore } from "./control/once.ts";
export type {
  NewRun,
  RunChange,
  RunFilter,
  RunState,
  RunStore,
  SubmittedRun,
} from "./control/run-store.ts";
export type { UsageName, UsageQuestion, UsageStore, UsageSum } from "./control/usage-store.ts";
export type { ConversationStore, ItemPage, KeptConversation, KeptItem } from "./conversation-store.ts";
export type { EngineResponseStatus, EngineResponses } from "./engine-responses.ts";
export type { Evidence, EvidenceStore } from "./evidence-store.ts";
export type { EventReading, Ledger, OpenRun, ReceiptPlace, StoredEvent } from "./ledger.ts";
export type { ContentOwner, OwnedContent } from "./owned-content.ts";
export { repeatedId } from "./repeated-id.ts";
export type { EngineResource, FoundResource, ResourceOwners } from "./resource-owners.ts";
export type { KeptResponse, ResponseEvents, ResponseStore } from "./response-store.ts";
export type { Retention, Store, StoreHealth, StoreShare } from "./store.ts";
export type { LogCheck, LogFault, OpenRunCount, StoreCheck } from "./store-check.ts";
export type { StoreConfig, StoreKind, StoreOpening, UnopenedStore } from "./store-kind.ts";
export type { ThreadStore } from "./thread-store.ts";
export { TRACE_LIMITS, type TraceLimits } from "./trace-limits.ts";
