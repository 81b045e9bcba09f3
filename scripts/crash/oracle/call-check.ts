import type { CallKind } from "../load/call-plan.ts";
import type { LedgerView, StoredEntry } from "./ledger-view.ts";

/** An answer that a caller got, as far as it arrived. */
export interface AcknowledgedCall {
  readonly tag: string;
  readonly tenant: string;
  readonly runId: string | undefined;
  readonly error: string | undefined;
}

/** A call that was sent, answered or not. */
export interface SentCall {
  readonly tag: string;
  readonly kind: CallKind;
  readonly sha256: string;
}

/** What callers and the upstream noted. */
export interface CallJournal {
  readonly answers: readonly AcknowledgedCall[];
  readonly sent: readonly SentCall[];
  /** How often each tag reached the upstream. */
  readonly received: ReadonlyMap<string, number>;
}

/** An upstream that answers 503 at first gets the request twice. Every other request is sent once. */
const MAX_SENDS: Partial<Record<CallKind, number>> = { upstreamBusy: 2 };

/** Checks the ledger after a restart against the journals of the callers and of the upstream. */
export function checkCalls(view: LedgerView, { answers, sent, received }: CallJournal): string[] {
  const problems: string[] = [];
  const byRun = new Map<string, { tenant: string; entry: StoredEntry }>();
  const digests = new Map<string, number>();
  for (const { tenant, entries } of view.logs) {
    for (const entry of entries) {
      const { meta, observed } = entry.receipt;
      if (byRun.has(entry.runId)) problems.push(`I2: run ${entry.runId} has two receipts`);
      if (meta.run_id !== entry.runId)
        problems.push(`I2: the receipt of run ${entry.runId} names ${meta.run_id}`);
      if (Date.parse(meta.started_at) > Date.parse(meta.finished_at)) {
        problems.push(`S50: run ${entry.runId} ends before it starts`);
      }
      byRun.set(entry.runId, { tenant, entry });
      const digest = observed?.request?.sha256;
      if (digest !== undefined) digests.set(digest, (digests.get(digest) ?? 0) + 1);
    }
  }
  for (const { tag, tenant, runId, error } of answers) {
    // The ledger could not write, so that nothing was sent and nothing is recorded.
    if (runId === undefined || error === "ledger_unavailable") continue;
    const found = byRun.get(runId);
    if (found === undefined) problems.push(`I1: ${tag} was answered, and its run ${runId} has no receipt`);
    else if (found.tenant !== tenant)
      problems.push(`I1: ${tag} of ${tenant} is recorded for ${found.tenant}`);
  }
  for (const { tag, kind, sha256 } of sent) {
    const count = received.get(tag) ?? 0;
    if (count > (MAX_SENDS[kind] ?? 1))
      problems.push(`G22: ${tag} (${kind}) reached the upstream ${count} times`);
    const receipts = digests.get(sha256) ?? 0;
    if (count > 0 && receipts === 0)
      problems.push(`I10: ${tag} (${kind}) reached the upstream and has no receipt`);
    if (receipts > 1) problems.push(`I2: ${tag} (${kind}) has ${receipts} receipts`);
  }
  return problems;
}
