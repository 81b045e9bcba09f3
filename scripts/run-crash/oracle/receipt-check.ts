import type { LedgerView } from "../../crash/oracle/ledger-view.ts";
import { checkGrowth } from "../../crash/oracle/restart-check.ts";

/**
 * Compares the ledger as one or more kills left it, each after the other, with the ledger after the next start: each run that was
 * open has one receipt, and it is `interrupted`; no other receipt was added but those of `living`, the runs that nobody killed.
 */
export function checkReceipts(
  kills: readonly LedgerView[],
  restarted: LedgerView,
  living: ReadonlySet<string>,
): string[] {
  const problems = kills.flatMap((view, at) => checkGrowth(view, kills[at + 1] ?? restarted));
  const open = new Set(kills.flatMap(({ openRuns }) => openRuns));
  const seen = new Set<string>();
  for (const { runId, receipt } of restarted.logs.flatMap(({ entries }) => entries)) {
    if (seen.has(runId)) problems.push(`run ${runId} has two receipts`);
    seen.add(runId);
    const reason = receipt.termination?.reason;
    if (living.has(runId)) {
      if (reason !== "completed") problems.push(`run ${runId}, which nobody killed, ended as ${reason}`);
    } else if (open.has(runId)) {
      if (reason === "interrupted" && receipt.outcome === "failed") continue;
      problems.push(`run ${runId} was recovered as ${receipt.outcome} (${reason})`);
    } else if (!kills.some((view) => hasReceipt(view, runId))) {
      problems.push(`run ${runId} has a receipt and had not begun at the kill`);
    }
  }
  for (const runId of [...open, ...living]) {
    if (!seen.has(runId)) problems.push(`run ${runId} has begun and has no receipt after the next start`);
  }
  for (const runId of restarted.openRuns) problems.push(`run ${runId} is still open after the next start`);
  return problems;
}

function hasReceipt({ logs }: LedgerView, runId: string): boolean {
  return logs.some(({ entries }) => entries.some((entry) => entry.runId === runId));
}
