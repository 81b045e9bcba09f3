/** Why a call is ended before its answer is complete. */
export type LeaveReason = "client_gone" | "client_stalled" | "shutting_down" | "run_ended";

/** A call in progress. */
export interface OpenCall {
  readonly runId: string;
  /** Ends the call and closes the engine's connection at once. */
  leave(reason: LeaveReason): void;
  /** Settles when the receipt is durable. The answer never waits for it. */
  readonly recorded: Promise<void>;
  /**
   * Set if the work goes on after the answer has ended; settles when the work is done. Until then the call counts
   * against its key's limit, and `leave("shutting_down")` stops it.
   */
  readonly background?: Promise<void> | undefined;
}
