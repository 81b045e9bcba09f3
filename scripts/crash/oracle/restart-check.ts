import { digestOf, type LedgerView } from "./ledger-view.ts";
import { computeRoot, readCheckpoint } from "./merkle-root.ts";

/**
 * Compares the ledger as a kill left it with the ledger after the restart, before any call: no log shrinks or changes (I9), and
 * exactly the open runs get a receipt each, as interrupted (I2, I8).
 */
export function checkRestart(killed: LedgerView, restarted: LedgerView): string[] {
  const problems = checkGrowth(killed, restarted);
  const recovered = restarted.logs.flatMap(({ tenant, entries }) => {
    const before = killed.logs.find((log) => log.tenant === tenant)?.entries.length ?? 0;
    return entries.slice(before);
  });
  for (const { runId, receipt } of recovered) {
    if (receipt.termination?.reason !== "interrupted" || receipt.outcome !== "failed") {
      problems.push(`I8: run ${runId} was recovered as ${receipt.outcome} (${receipt.termination?.reason})`);
    }
  }
  const ids = new Set(recovered.map(({ runId }) => runId));
  for (const runId of killed.openRuns) {
    if (!ids.has(runId))
      problems.push(`I2: run ${runId} was open at the kill and has no receipt after the restart`);
  }
  if (ids.size !== killed.openRuns.length) {
    problems.push(
      `I2: ${killed.openRuns.length} runs were open at the kill, and ${ids.size} receipts were added`,
    );
  }
  for (const runId of restarted.openRuns) problems.push(`I2: run ${runId} is still open after the restart`);
  return problems;
}

/** Checks that each log begins with everything that an earlier view of it held (I9). */
export function checkGrowth(earlier: LedgerView, later: LedgerView): string[] {
  return earlier.logs.flatMap(({ tenant, entries }) => {
    const now = later.logs.find((log) => log.tenant === tenant)?.entries ?? [];
    if (now.length < entries.length) {
      return [`I9: the log of ${tenant} shrank from ${entries.length} to ${now.length} receipts`];
    }
    const isSame = digestOf(now, entries.length) === digestOf(entries, entries.length);
    return isSame ? [] : [`I9: one of the first ${entries.length} receipts of ${tenant} was changed`];
  });
}

/** Checks that a log extends every checkpoint of it that was ever seen (I3, I9). */
export function checkCheckpoints(view: LedgerView, seen: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const problems: string[] = [];
  for (const [tenant, checkpoints] of seen) {
    const entries = view.logs.find((log) => log.tenant === tenant)?.entries ?? [];
    for (const text of checkpoints) {
      const { size, root } = readCheckpoint(text);
      if (size > entries.length) {
        problems.push(
          `I9: a checkpoint of ${tenant} covers ${size} receipts, and the log has ${entries.length}`,
        );
        continue;
      }
      const actual = computeRoot(entries.slice(0, size).map(({ bytes }) => bytes)).toString("base64");
      if (actual !== root) problems.push(`I9: the log of ${tenant} forked before receipt ${size}`);
    }
  }
  return problems;
}
