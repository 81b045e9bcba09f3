import type { CompatibilityMode, Cost, Receipt, TokenUsage } from "../contract/index.ts";
import type { TurnQueue } from "../lib/index.ts";
import type { Ledger } from "../storage/index.ts";
import type { Callers } from "./callers.ts";
import type { ReceiptDesk } from "./receipt-desk.ts";
import type { EngineDirectory, Router } from "./routing.ts";
import type { TickClock } from "./tick-clock.ts";

/** What a call cost is asked with. */
export interface PriceQuestion {
  readonly provider: string;
  readonly model: string;
  readonly usage: TokenUsage;
  readonly at: Date;
}

/** What all calls of a gateway share. */
export interface GatewayParts {
  readonly router: Router;
  readonly engines: EngineDirectory;
  readonly callers: Callers;
  readonly ledgerOf: (tenant: string) => Ledger;
  readonly price: (question: PriceQuestion) => Cost | undefined;
  /** The mode of calls for which neither key, route nor header says one. */
  readonly mode: CompatibilityMode;
  readonly limits: {
    readonly maxBodyBytes: number;
    readonly maxDepth: number;
    readonly heartbeatMs: number;
    readonly estimateTokens: boolean;
  };
  readonly software: { readonly name: string; readonly version: string };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly clock: TickClock;
  /** The calls that came in this turn of the event loop. */
  readonly arrivals: TurnQueue<{ go(): void }>;
  readonly desk: ReceiptDesk;
  /** Told of every receipt once it is durable; what it throws is reported and changes nothing. */
  readonly onReceipt: ((receipt: Receipt, tenant: string) => void) | undefined;
  /** Told of what went wrong beside a call. */
  readonly report: (message: string, error: unknown) => void;
}
