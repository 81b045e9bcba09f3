/** Durable state: signing keys, and the store of runs, receipts, events, responses and reasoning. */
export { connectStore, inspectStore } from "./choose-store.ts";
export { useDirectory } from "./directory-use.ts";
export { makePrivateDirectory, writeDurableFile } from "./durable-file.ts";
export { tryLock } from "./file-lock.ts";
export { type KeyListing, type KeyStatus, KeyStore, type KeyStoreOptions } from "./keys/index.ts";
export type {
  ContentOwner,
  ConversationStore,
  EngineResource,
  EngineResponseStatus,
  EngineResponses,
  EventReading,
  Evidence,
  EvidenceStore,
  FoundResource,
  ItemPage,
  KeptConversation,
  KeptItem,
  KeptResponse,
  Ledger,
  LogCheck,
  OpenRun,
  OpenRunCount,
  OwnedContent,
  ReceiptPlace,
  ResourceOwners,
  ResponseEvents,
  ResponseStore,
  Retention,
  Store,
  StoreCheck,
  StoreConfig,
  StoredEvent,
  StoreHealth,
  StoreShare,
  ThreadStore,
  TraceLimits,
} from "./ledger/index.ts";
export { repeatedId, TRACE_LIMITS } from "./ledger/index.ts";
export { type OpenStoreOptions, openStore } from "./open-store.ts";
