import type {
  AbpError,
  AgentEvent,
  EnforcementRecord,
  PolicyDecisionRecord,
  Receipt,
  Usage,
} from "../contract/index.ts";
import type { Decision } from "../negotiation/index.ts";
import type { Verification } from "../receipts/index.ts";
import type { SavedChanges } from "../workspace/index.ts";

/** The steps of a run. `policy` comes before `negotiate` and `stage` of a backend that must be started to be asked. */
export type RunStep =
  | "resolve"
  | "negotiate"
  | "stage"
  | "policy"
  | "dispatch"
  | "observe"
  | "verify"
  | "receipt";

/** The result of a run. Every run has a receipt; `error` is set if it did not complete. */
export interface RunResult {
  /** As it stands in the log; without a log, as it was sealed. */
  readonly receipt: Receipt;
  readonly verification: Verification;
  /** Undefined if the run ended before the capabilities of its backend were known. */
  readonly decision: Decision | undefined;
  readonly error: AbpError | undefined;
  /** The changes of the run, in its run directory. Undefined if nothing changed, or nothing was staged. */
  readonly patch: RunPatch | undefined;
  /** The decisions of the policy that were not a plain allow. */
  readonly decisions: readonly PolicyDecisionRecord[];
  readonly enforcement: EnforcementRecord;
}

/** The saved changes of a run, and the run directory that holds them. */
export type RunPatch = SavedChanges & { readonly directory: string };

/** A run that goes on. */
export interface RunHandle {
  readonly runId: string;
  /**
   * The events of the run; the nth has the sequence number n. One reader at a time. A reader that is slow slows the run down;
   * without a reader the run goes on by itself. A later reader begins at the first event; events that memory does not hold any
   * more are read from the store, and without a store the reading ends with `stream_closed`.
   */
  readonly events: AsyncIterable<AgentEvent>;
  /** Rejects if no receipt could be written. */
  readonly receipt: Promise<Receipt>;
  /** Rejects if no receipt could be written, and with the error of a listener that threw. */
  readonly result: Promise<RunResult>;
  /** What the model calls that have ended so far used; undefined if none are metered. */
  spent(): Usage | undefined;
  /** Gives the agent a message of the user. False if it cannot take one now. */
  steer(text: string): boolean;
  /** Asks the backend to stop, and ends it after a grace period. */
  cancel(reason: string): void;
  /** Ends the backend at once. */
  kill(): void;
}
