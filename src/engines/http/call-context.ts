import type { Pool } from "undici";
import type { TimeLimits } from "../failure/transport-failure.ts";
import type { ActiveCalls } from "./active-calls.ts";
import type { CircuitBreaker } from "./retry/circuit-breaker.ts";
import type { RetryBudget } from "./retry/retry-budget.ts";

/** Reports that an engine is about to send a call again. */
export interface RetryNotice {
  readonly engine: string;
  /** The status of the dropped answer, or `connect` if there was no connection. */
  readonly reason: number | "connect";
  /** 1 for the first retry of a call. */
  readonly attempt: number;
  readonly waitMs: number;
}

/** The state that all calls of one engine share. */
export interface CallContext {
  readonly name: string;
  readonly pool: Pick<Pool, "dispatch">;
  readonly limits: TimeLimits;
  /** Most retries per call. */
  readonly retries: number;
  readonly breaker: CircuitBreaker;
  readonly budget: RetryBudget;
  readonly activeCalls: ActiveCalls;
  /** Milliseconds since 1970. */
  readonly wallNow: () => number;
  readonly random: () => number;
  readonly onRetry: ((notice: RetryNotice) => void) | undefined;
}
