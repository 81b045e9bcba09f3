import type { LoadedConfig } from "../../../src/config.ts";
import type {
  AgentEvent,
  CapabilityManifest,
  Conversation,
  Receipt,
  Reply,
} from "../../../src/contract/index.ts";
import type { TranslatedRequest } from "../../../src/dialects.ts";
import type {
  Backend,
  BackendRegistry,
  RunOptions,
  SidecarHost,
  Store,
  WorkOrder,
} from "../../../src/index.ts";
import type {
  Decision,
  Demand,
  Manifest,
  Session,
  SessionChange,
  SwitchSteps,
} from "../../../src/negotiation.ts";
import type { Policy } from "../../../src/policy/index.ts";
import type {
  KeySet,
  ReceiptLog,
  SigningKey,
  StoredReceipt,
  TrustedKeys,
} from "../../../src/receipts/index.ts";

// The values that an `@example` may use without making them.

/** Any JSON text or document that the reader has. */
export declare const text: string;
export declare const value: unknown;
/** The parsed body of a request, or of an answer, of a model's API. */
export declare const body: Record<string, unknown>;

export declare const loaded: LoadedConfig;
export declare const config: LoadedConfig["config"];
export declare const store: Store;
export declare const registry: BackendRegistry;
export declare const backend: Backend;
export declare const host: SidecarHost;
export declare const order: WorkOrder;
export declare const options: RunOptions;
export declare const events: AsyncIterable<AgentEvent>;
export declare const runId: string;

export declare const receipt: Receipt;
export declare const key: SigningKey;
export declare const nextKey: SigningKey;
export declare const keySet: KeySet;
export declare const keys: TrustedKeys;
export declare const log: ReceiptLog;
export declare const stored: StoredReceipt;
export declare const checkpoint: string;

export declare const policy: Policy;

export declare const conversation: Conversation;
export declare const reply: Reply;
export declare const translated: TranslatedRequest;

export declare const manifest: Manifest;
/** A manifest as a work order's backend declares it. */
export declare const capabilities: CapabilityManifest;
export declare const demand: Demand;
export declare const decision: Decision;
export declare const session: Session;
export declare const change: SessionChange;
export declare const steps: SwitchSteps<unknown>;
