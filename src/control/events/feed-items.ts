import type { FeedItem } from "../../api/index.ts";
import { formatTimestamp } from "../../contract/index.ts";
import type { StoredReceipt } from "../../receipts/index.ts";
import type { ApprovalStore, RunChange } from "../../storage/index.ts";
import { approvalView } from "../approvals/approval-view.ts";

/** A receipt as an entry of the stream of everything. */
export function receiptItem(
  { seq, runId, sha256, receipt }: StoredReceipt,
  tenant: string,
  cursor: string,
): FeedItem {
  const call = receipt.observed?.call;
  return {
    cursor,
    kind: "receipt",
    tenant,
    seq,
    run_id: runId,
    sha256,
    outcome: receipt.outcome,
    reason: receipt.termination?.reason ?? null,
    call:
      call === undefined
        ? null
        : {
            key: call.caller,
            dialect: call.dialect,
            engine: call.engine,
            model: call.model,
            status: call.status,
            parent_run: call.parent_run ?? null,
          },
    at: receipt.meta.finished_at,
  };
}

/** A change as an entry; undefined if the approval that changed is not kept any more. */
export async function changeItem(
  approvals: Pick<ApprovalStore, "find">,
  change: RunChange,
  cursor: string,
): Promise<FeedItem | undefined> {
  const { tenant, runId, state, at, approval } = change;
  if (approval === undefined)
    return { cursor, kind: "run", tenant, run_id: runId, state, at: formatTimestamp(at) };
  const found = await approvals.find(approval.id);
  if (found === undefined) return undefined;
  const view = approvalView(found);
  // The approval may have been decided since.
  const then = { state: "open", decided_by: null, decided_at: null, reason: null } as const;
  return {
    cursor,
    kind: "approval",
    tenant,
    approval: approval.state === "open" ? { ...view, ...then } : view,
  };
}
