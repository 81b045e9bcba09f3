import type { CompatibilityMode } from "../contract/index.ts";
import type { Ledger } from "../storage/index.ts";
import type { EventLoopQueue } from "./call/event-loop-queue.ts";
import type { ReceiptWriter, ReceiptWriterContext } from "./record/receipt-writer.ts";
import type { HeartbeatTimer } from "./response/heartbeat-timer.ts";
import type { Callers } from "./routing/callers.ts";
import type { EngineDirectory, Router } from "./routing/router.ts";

/** What all calls of a gateway share. */
export interface GatewayContext extends ReceiptWriterContext {
  readonly router: Router;
  readonly engines: EngineDirectory;
  readonly callers: Callers;
  readonly ledgerOf: (tenant: string) => Ledger;
  /** The mode of calls for which neither key, route nor header says one. */
  readonly mode: CompatibilityMode;
  readonly limits: {
    readonly maxBodyBytes: number;
    readonly maxDepth: number;
    readonly heartbeatMs: number;
    readonly estimateTokens: boolean;
  };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly clock: HeartbeatTimer;
  /** The calls that came in this turn of the event loop. */
  readonly arrivals: EventLoopQueue<{ go(): void }>;
  readonly desk: ReceiptWriter;
}
