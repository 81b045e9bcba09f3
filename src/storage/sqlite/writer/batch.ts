import type { ErrorCode } from "../../../contract/index.ts";

/** A write that most calls do without. Its answer is a boolean. */
export type RareWrite =
  /** Stores reasoning; `heldAt` is in milliseconds since the epoch. Answers true. */
  | {
      readonly kind: "hold";
      readonly tenant: string;
      readonly id: string;
      readonly heldAt: number;
      readonly reasoning: string;
    }
  /** Stores a response, or replaces the one with the same id. Answers true. */
  | { readonly kind: "keep"; readonly tenant: string; readonly response: ResponseRow }
  /** Replaces the body of a pending response that was created after `cutoff`; answers whether there was one. */
  | {
      readonly kind: "finish";
      readonly tenant: string;
      readonly id: string;
      readonly body: string;
      readonly cutoff: number;
    }
  /** Deletes a response that was created after `cutoff`; answers whether there was one. */
  | { readonly kind: "remove"; readonly tenant: string; readonly id: string; readonly cutoff: number }
  /** Deletes up to `limit` rows that were written at or before `cutoff`; answers whether there may be more. */
  | {
      readonly kind: "expire";
      readonly table: ExpiringTable;
      readonly cutoff: number;
      readonly limit: number;
    }
  /** Signs a checkpoint of the log as it is after this batch, unless its size is signed already. Answers true. */
  | { readonly kind: "checkpoint"; readonly tenant: string }
  /** Deletes journal rows. Answers true. */
  | { readonly kind: "forget"; readonly journal: readonly number[] };

/** A table whose rows expire. */
export type ExpiringTable = "responses" | "custody";

/** A row of the table `responses`, without its log. */
export interface ResponseRow {
  readonly id: string;
  readonly previousId: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly runId: string;
  readonly engine: string;
  readonly isNative: number;
  readonly isPending: number;
  readonly input: string;
  readonly body: string;
}

/**
 * The writes that one thread asks for at a time, all in one transaction. The lists are flat, because an object for each write
 * costs more to copy between threads than its content.
 */
export interface Batch {
  /** Tenant, run id and JSON line of each run that begins. */
  readonly begins: readonly string[];
  /** Tenant, run id and the three pieces of each prepared receipt. */
  readonly appends: readonly string[];
  readonly rare: readonly RareWrite[];
}

/** The number of list members that belong to one begin. */
export const BEGIN_WIDTH = 3;
/** The number of list members that belong to one append. */
export const APPEND_WIDTH = 5;

/** Why one write of a batch was not made, while the others were. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
}

/** The result of a batch, sent after its transaction is durable or was rolled back. */
export interface Acknowledgement {
  /** The position of each receipt in its log; -1 where it was refused. */
  readonly seqs: readonly number[];
  /** The SHA-256 of each receipt's bytes; the error message where it was refused. */
  readonly digests: readonly string[];
  /** The error code of each refused receipt, in order. */
  readonly refusals: readonly ErrorCode[];
  /** The answer to each rare write. */
  readonly answers: readonly (boolean | Refusal)[];
  /** The refusal of each begin, undefined where it was written; absent where all were. */
  readonly beginRefusals?: readonly (Refusal | undefined)[];
  /** Why nothing of the batch was written; the lists are empty then. */
  readonly failure?: string;
}
