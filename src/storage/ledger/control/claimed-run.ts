import type { OpenRun } from "../ledger.ts";
import type { SubmittedRun } from "./run-store.ts";

/** The id of a work order that a submission does not name. */
const NO_WORK_ORDER = "00000000-0000-0000-0000-000000000000";

/** What the journal says of a submitted run that begins: enough for a receipt if the process ends. */
export function claimedRun(
  { runId, backend, submission }: Pick<SubmittedRun, "runId" | "backend" | "submission">,
  startedAt: Date,
): OpenRun {
  return { runId, workOrderId: workOrderOf(submission), startedAt, backendId: backend, mode: "mapped" };
}

function workOrderOf(submission: string): string {
  const { order } = JSON.parse(submission) as { readonly order?: { readonly id?: unknown } };
  return typeof order?.id === "string" ? order.id : NO_WORK_ORDER;
}
