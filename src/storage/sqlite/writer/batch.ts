import type { ErrorCode } from "../../../contract/index.ts";

/** A write that is not on the path of every call. */
export type RareWrite =
  | {
      readonly kind: "hold";
      readonly tenant: string;
      readonly id: string;
      readonly heldAt: number;
      readonly reasoning: string;
    }
  | { readonly kind: "keep"; readonly tenant: string; readonly response: ResponseRow }
  | { readonly kind: "finish"; readonly tenant: string; readonly id: string; readonly body: string }
  | { readonly kind: "remove"; readonly tenant: string; readonly id: string }
  | { readonly kind: "checkpoint"; readonly tenant: string; readonly size: number; readonly text: string }
  | { readonly kind: "forget"; readonly journal: readonly number[] };

/** A response as its row has it. */
export interface ResponseRow {
  readonly id: string;
  readonly previousId: string | null;
  readonly createdAt: number;
  readonly runId: string;
  readonly engine: string;
  readonly isNative: number;
  readonly isPending: number;
  readonly input: string;
  readonly body: string;
}

/**
 * What one thread wants written, all in one transaction. The lists are flat, because an object for each
 * operation would cost more to copy between threads than its content.
 */
export interface Batch {
  /** Tenant, run id and JSON line of each run that begins. */
  readonly begins: readonly string[];
  /** Tenant, run id and the three pieces of each prepared receipt. */
  readonly appends: readonly string[];
  readonly rare: readonly RareWrite[];
}

/** How many members of a flat list belong to one operation. */
export const BEGIN_WIDTH = 3;
export const APPEND_WIDTH = 5;

/** What became of a batch, once its transaction is on disk or was given up. */
export interface Acknowledgement {
  /** The number of each receipt in its log; -1 where it was refused. */
  readonly seqs: readonly number[];
  /** The SHA-256 of each receipt's bytes; the error's message where it was refused. */
  readonly digests: readonly string[];
  /** The code of each refusal, in order. */
  readonly refusals: readonly ErrorCode[];
  readonly answers: readonly boolean[];
  /** Why nothing of the batch was written. */
  readonly failure?: string;
}
