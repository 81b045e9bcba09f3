import type { CompatibilityMode } from "../contract/index.ts";
import type { ByteBudget } from "../lib/index.ts";
import type { EmulatorSet } from "../negotiation/index.ts";
import type { Approver } from "../policy/index.ts";
import type { Ledger } from "../storage/index.ts";
import type { Callers } from "./callers/callers.ts";
import type { UploadKeys } from "./callers/upload-keys.ts";
import type { ReceiptWriter, ReceiptWriterContext } from "./record/receipt-writer.ts";
import type { EngineDirectory, Router } from "./routing/router.ts";
import type { RunAccounts } from "./runs/run-accounts.ts";
import type { EventLoopQueue } from "./scheduling/event-loop-queue.ts";
import type { HeartbeatTimer } from "./scheduling/heartbeat-timer.ts";
import type { Searching } from "./search/searching.ts";
import type { SliceQueue } from "./slices/slice-queue.ts";

/** What all calls of a gateway share. */
export interface GatewayContext extends ReceiptWriterContext {
  readonly router: Router;
  readonly uploadKeys: UploadKeys;
  readonly engines: EngineDirectory;
  readonly callers: Callers;
  /** The runs with keys of their own. */
  readonly runs: RunAccounts;
  readonly ledgerOf: (tenant: string) => Ledger;
  /** The compatibility of calls for which neither key, route nor header names one. */
  readonly mode: CompatibilityMode;
  /** The losses that strict mode discloses if neither key nor route has a list of its own. */
  readonly allowLoss: readonly string[];
  /** The emulators as configured. */
  readonly emulators: EmulatorSet;
  readonly limits: {
    readonly maxBodyBytes: number;
    /** The largest body that is passed on while it is received. */
    readonly maxUploadBytes: number;
    readonly maxDepth: number;
    /** The most values of a body that is parsed. */
    readonly maxBodyValues: number;
    readonly heartbeatMs: number;
    readonly estimateTokens: boolean;
    /** Whether JSON that the gateway emulates is repaired in a further round. */
    readonly repairJson?: boolean;
    /** How long evidence of engines' errors counts, in milliseconds. Zero switches it off. */
    readonly evidenceMs: number;
  };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly heartbeats: HeartbeatTimer;
  /** The calls that arrived in this event-loop turn. */
  readonly arrivals: EventLoopQueue<{ go(): void }>;
  /** Long work that is done in slices. */
  readonly slices: SliceQueue;
  readonly receipts: ReceiptWriter;
  /** Set if the gateway searches the web for engines that cannot. */
  readonly searching?: Searching | undefined;
  /** Answers if a policy asks for an approval. */
  readonly approver: Approver;
  /** Limits the responses that are held in memory until they are whole. */
  readonly heldBytes: ByteBudget;
}
