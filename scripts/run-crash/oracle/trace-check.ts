import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { LedgerView } from "../../crash/oracle/ledger-view.ts";

/** The count and digest of the events of a run. */
export interface TraceFacts {
  readonly events: number;
  readonly sha256: string;
}

/** The members of a receipt that this check reads. */
interface TracedReceipt {
  readonly observed?: { readonly trace?: TraceFacts & { readonly kept?: number } };
  readonly trace?: readonly unknown[];
}

/** Reads the stored events of each run, without any code of the product. Adds what is out of order to `problems`. */
export function readTraces(directory: string, problems: string[]): Map<string, TraceFacts> {
  const database = new DatabaseSync(join(directory, "ledger.db"), { readOnly: true, timeout: 10_000 });
  const traces = new Map<string, TraceFacts>();
  try {
    for (const { run_id } of database.prepare("SELECT DISTINCT run_id FROM events").all()) {
      const rows = database
        .prepare("SELECT first_seq, count, lines FROM events WHERE run_id = ? ORDER BY first_seq")
        .all(run_id as string);
      const hash = createHash("sha256");
      let events = 0;
      for (const { first_seq, count, lines } of rows) {
        const list = (lines as string).split("\n");
        if (first_seq !== events || count !== list.length) {
          problems.push(`run ${run_id} has ${events} events before its event ${first_seq}`);
        }
        for (const line of list) hash.update(`${line}\n`);
        events += list.length;
      }
      traces.set(run_id as string, { events, sha256: hash.digest("hex") });
    }
  } finally {
    database.close();
  }
  return traces;
}

/** Compares the receipts of a ledger with the stored events: each counts and hashes all events of its run. */
export function checkTraces(view: LedgerView, traces: ReadonlyMap<string, TraceFacts>): string[] {
  const problems: string[] = [];
  const recorded = new Set<string>();
  for (const { runId, receipt } of view.logs.flatMap(({ entries }) => entries)) {
    recorded.add(runId);
    const { observed, trace = [] } = receipt as TracedReceipt;
    const stored = traces.get(runId);
    const claimed = observed?.trace;
    if ((stored?.events ?? 0) !== (claimed?.events ?? 0)) {
      problems.push(
        `run ${runId} has ${stored?.events ?? 0} stored events, and its receipt says ${claimed?.events ?? 0}`,
      );
    } else if (stored !== undefined && stored.sha256 !== claimed?.sha256) {
      problems.push(`the events of run ${runId} have another digest than its receipt says`);
    }
    if ((claimed?.kept ?? trace.length) !== trace.length) {
      problems.push(`the receipt of run ${runId} holds ${trace.length} events, and says ${claimed?.kept}`);
    }
  }
  for (const runId of traces.keys()) {
    if (!recorded.has(runId)) problems.push(`run ${runId} has events and no receipt`);
  }
  return problems;
}
