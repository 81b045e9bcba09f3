import type { AbpError, CallRecord, Cost, TokenUsage } from "../../contract/index.ts";
import type { ReceiptPlace } from "../../storage/index.ts";
import type { KeyHolder } from "./key-holder.ts";

/** A call under way, as an account sees it. */
export interface RunningCall {
  /** Ends the call and tells its caller. A call that has ended ignores it. */
  leave(reason: "run_ended"): void;
}

/** What an account needs of an ended call; part of what its receipt says. */
export interface MeteredCall {
  readonly call: CallRecord;
  readonly usage: TokenUsage | undefined;
  readonly cost: Cost | undefined;
  /** Why the call failed; undefined if it did not. */
  readonly error: AbpError | undefined;
}

/** The account that the calls of a run are metered on, as a call sees it. */
export interface CallAccount {
  /** The run that the calls belong to. */
  readonly runId: string;
  /** The key of the run. */
  readonly holder: KeyHolder;
  /** Why no further call is taken: `run_not_found` after the run has ended; undefined while it is open. */
  readonly ended: AbpError | undefined;
  /**
   * Throws `ended` after the run has ended, and `run_budget_exceeded` if its budget is spent. `openUsd` is what the call
   * itself has cost so far, which is not metered yet.
   */
  check(openUsd?: number): void;
  /** Adds a call. It is ended if the run ends first. */
  enter(call: RunningCall): void;
  /** Removes a call that has ended. */
  exit(call: RunningCall): void;
  /** Adds work that the account waits for before it closes. A rejection counts as an end. */
  waitFor(work: Promise<unknown>): void;
  /** Adds what an ended call used. */
  meter(call: MeteredCall): void;
  /** Adds the receipt of a metered call, once it is durable. */
  addReceipt(place: ReceiptPlace): void;
}
