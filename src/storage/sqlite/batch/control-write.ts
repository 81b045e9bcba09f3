import type { StoredAccessKey } from "../../ledger/control/access-keys.ts";
import type { ApprovalDecision, StoredApproval } from "../../ledger/control/approval-store.ts";
import type { Once } from "../../ledger/control/once.ts";
import type { NewRun } from "../../ledger/control/run-store.ts";
import type { HourlySum } from "../../ledger/control/usage-sums.ts";

/** A write of the control plane. It is refused, as `Once` says, if it came before; `once` is kept if the answer is true. */
export type ControlWrite = ControlEffect & { readonly once?: Once | undefined };

/** What a write of the control plane does. */
export type ControlEffect =
  /** Adds a pending run; answers whether its id is new. */
  | { readonly effect: "submit_run"; readonly run: NewRun }
  /** Begins a pending run, in the table and in the journal; answers whether it was pending. */
  | { readonly effect: "claim_run"; readonly runId: string; readonly at: Date }
  /** Notes why a run shall end; answers whether it has not ended and nothing was noted before. */
  | { readonly effect: "cancel_run"; readonly runId: string; readonly reason: string }
  /** Deletes an ended run; answers whether it had ended. */
  | { readonly effect: "remove_run"; readonly runId: string }
  /** Learns which runs other processes have submitted, so that their receipts end them. Answers true. */
  | { readonly effect: "know_runs" }
  /** Adds an open approval; answers whether its id is new. */
  | { readonly effect: "open_approval"; readonly approval: NewApproval }
  /** Decides an approval; answers whether it was open. */
  | { readonly effect: "decide_approval"; readonly id: string; readonly decision: ApprovalDecision }
  /** Adds a key; answers whether its name is new. */
  | { readonly effect: "create_key"; readonly key: Omit<StoredAccessKey, "revokedAt"> }
  /** Replaces the settings of a key; answers whether there is one in force. */
  | { readonly effect: "set_key"; readonly name: string; readonly settings: string }
  /** Revokes a key; answers whether it was in force. */
  | { readonly effect: "revoke_key"; readonly name: string; readonly at: Date }
  /** Adds the sums of a slice of a log, from a number of receipts to another; answers whether exactly those before were added. */
  | {
      readonly effect: "add_usage";
      readonly tenant: string;
      readonly from: number;
      readonly to: number;
      readonly sums: readonly HourlySum[];
    };

/** An approval that is asked for. */
export type NewApproval = Omit<StoredApproval, "state" | "decidedBy" | "decidedAt" | "reason">;
