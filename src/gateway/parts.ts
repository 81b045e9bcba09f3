import type { CompatibilityMode } from "../contract/index.ts";
import type { Ledger } from "../storage/index.ts";
import type { Callers } from "./callers.ts";
import type { DeskParts, ReceiptDesk } from "./receipt-desk.ts";
import type { EngineDirectory, Router } from "./routing.ts";
import type { TickClock } from "./tick-clock.ts";
import type { TurnQueue } from "./turn-queue.ts";

/** What all calls of a gateway share. */
export interface GatewayParts extends DeskParts {
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
  readonly clock: TickClock;
  /** The calls that came in this turn of the event loop. */
  readonly arrivals: TurnQueue<{ go(): void }>;
  readonly desk: ReceiptDesk;
}
