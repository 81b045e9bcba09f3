import type { ApprovalState } from "./approval-store.ts";
import type { Once } from "./once.ts";

/** The state of a submitted work order. A run that a killed process left is `failed` with the reason `interrupted`. */
export type RunState = "pending" | "running" | "completed" | "failed" | "cancelled";

/** A submitted work order, from its submission to its end. Its receipt is in the log of its tenant. */
export interface SubmittedRun {
  readonly runId: string;
  readonly tenant: string;
  /** Whom the run belongs to, as `Caller.owner` names it. */
  readonly owner: string;
  /** The name of the key that submitted it. */
  readonly keyName: string;
  readonly state: RunState;
  /** The termination of the receipt, such as `interrupted` or `timed_out`; undefined before the end. */
  readonly reason?: string | undefined;
  /** Greater numbers come first among the runs of one tenant. */
  readonly priority: number;
  readonly backend: string;
  /** Everything that is needed to run it, as JSON: work order, source and options. */
  readonly submission: string;
  readonly submittedAt: Date;
  readonly startedAt?: Date | undefined;
  readonly endedAt?: Date | undefined;
  /** Why somebody asked to end it; undefined if nobody has. */
  readonly cancelReason?: string | undefined;
  /** Whether an approval of it is open. */
  readonly isWaiting: boolean;
}

/** What a submission gives. */
export type NewRun = Pick<
  SubmittedRun,
  "runId" | "tenant" | "owner" | "keyName" | "priority" | "backend" | "submission" | "submittedAt"
>;

/** Which runs a list holds. Members that are absent filter nothing. */
export interface RunFilter {
  readonly tenant?: string | undefined;
  readonly owner?: string | undefined;
  readonly states?: readonly RunState[] | undefined;
  readonly backend?: string | undefined;
  readonly keyName?: string | undefined;
}

/** A change of the state of a run or of one of its approvals, in the order in which the changes became durable. */
export interface RunChange {
  /** Counted from 1 over all tenants; it never repeats. */
  readonly id: number;
  readonly tenant: string;
  readonly owner: string;
  readonly runId: string;
  readonly state: RunState;
  /** Set if an approval changed, and the run did not. */
  readonly approval?: { readonly id: string; readonly state: ApprovalState } | undefined;
  readonly at: Date;
  /** The number of receipts in the log of the tenant when it became durable: the change lies behind exactly these. */
  readonly logSize: number;
}

/**
 * The submitted work orders of all tenants. Each operation is durable when its promise resolves. A run reaches `completed`, `failed` or
 * `cancelled` in the transaction that appends its receipt, and in no other way.
 */
export interface RunStore {
  /** Adds a pending run. Rejects with `id_repeated` if there is one of the same id, and as `Once` says. */
  submit(run: NewRun, once?: Once): Promise<void>;
  /**
   * Makes a pending run running, and begins it in the journal as `Ledger.begin` does, in one transaction. Resolves to whether it was
   * pending. A process that ends leaves it to recovery, which gives it an `interrupted` receipt.
   */
  claim(runId: string, at: Date): Promise<boolean>;
  /** Notes that a run shall end, if it has not ended and nobody has asked before; resolves to whether it was noted. */
  requestCancel(runId: string, reason: string, once?: Once): Promise<boolean>;
  find(runId: string): Promise<SubmittedRun | undefined>;
  /** The newest first; `before` is the id of the last run of the page before. */
  list(
    filter: RunFilter,
    page: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<readonly SubmittedRun[]>;
  /** Pending runs in the order in which their tenant runs them: by priority, then by submission. */
  pending(tenant: string, limit: number): Promise<readonly SubmittedRun[]>;
  /** The number of pending runs of each tenant that has some. */
  pendingCounts(): Promise<ReadonlyMap<string, number>>;
  /** Deletes an ended run from the lists; its receipt stays. Resolves to whether it had ended. */
  remove(runId: string, once?: Once): Promise<boolean>;
  /** Changes with an id above `after`, oldest first. */
  changes(after: number, limit: number): Promise<readonly RunChange[]>;
}
