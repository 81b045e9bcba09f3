import type { LedgerView } from "../../crash/oracle/ledger-view.ts";
import { checkGrowth } from "../../crash/oracle/restart-check.ts";

/**
 * Compares the ledger as a kill left it with the ledger after the next start: each run that was open has one receipt, and it is
 * `interrupted`; no other receipt was added but those of `living`, the runs that nobody killed.
 */
export function checkReceipts(
  killed: LedgerView,
  restarted: LedgerView,
  living: ReadonlySet<string>,
): string[] {
  const problems = checkGrowth(killed, restarted);
  const known = new Set(killed.logs.flatMap(({ entries }) => entries.map(({ runId }) => runId)));
  const seen = new Set<string>();
  for (const { runId, receipt } of restarted.logs.flatMap(({ entries }) => entries)) {
    if (seen.has(runId)) problems.push(`run ${runId} has two receipts`);
    seen.add(runId);
    if (known.has(runId)) continue;
    const reason = receipt.termination?.reason;
    if (living.has(runId)) {
      if (reason !== "completed") problems.push(`run ${runId}, which nobody killed, ended as ${reason}`);
    } else if (!killed.openRuns.includes(runId)) {
      problems.push(`run ${runId} has a receipt and had not begun at the kill`);
    } else if (reason !== "interrupted" || receipt.outcome !== "failed") {
      problems.push(`run ${runId} was recovered as ${receipt.outcome} (${reason})`);
    }
  }
  for (const runId of [...killed.openRuns, ...living]) {
    if (!seen.has(runId)) problems.push(`run ${runId} has begun and has no receipt after the next start`);
  }
  for (const runId of restarted.openRuns) problems.push(`run ${runId} is still open after the next start`);
  return problems;
}
