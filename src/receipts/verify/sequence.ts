import { type Finding, finding } from "../finding.ts";
import type { Instant } from "../instant.ts";

/** The facts of a receipt that its place in the log depends on. */
export interface LogEntry {
  /** The index in the export. */
  readonly position: number;
  /** The place that the receipt states. */
  readonly seq: number;
  readonly prev: string | null;
  readonly sha256: string;
  readonly runId: string;
  readonly finishedAt: Instant;
}

/** Checks that each receipt has the place that it states, once, without gaps, and links to the receipt before it. */
export function checkSequence(entries: readonly LogEntry[]): readonly Finding[] {
  const findings: Finding[] = [];
  const bySeq = new Map<number, LogEntry>();
  const digests = new Set<string>();
  const runs = new Set<string>();
  let highest = -1;
  for (const entry of entries) {
    const where = `entry ${entry.position}`;
    if (digests.has(entry.sha256) || runs.has(entry.runId)) {
      const message = `the receipt of run ${entry.runId} stands in the log twice`;
      findings.push(finding("receipt_duplicate", where, message));
      continue;
    }
    digests.add(entry.sha256);
    runs.add(entry.runId);
    if (bySeq.has(entry.seq)) {
      findings.push(finding("receipt_chain_broken", where, `two receipts claim place ${entry.seq}`));
      continue;
    }
    bySeq.set(entry.seq, entry);
    if (entry.seq < highest) {
      const message = `receipt ${entry.seq} stands after receipt ${highest}`;
      findings.push(finding("receipt_order_broken", where, message));
    }
    highest = Math.max(highest, entry.seq);
  }
  return [...findings, ...checkLinks(bySeq)];
}

function checkLinks(bySeq: ReadonlyMap<number, LogEntry>): readonly Finding[] {
  const findings: Finding[] = [];
  let expected = 0;
  let before: LogEntry | undefined;
  for (const entry of [...bySeq.values()].sort((left, right) => left.seq - right.seq)) {
    const where = `entry ${entry.position}`;
    if (entry.seq > expected) {
      const message =
        entry.seq === expected + 1
          ? `receipt ${expected} is missing`
          : `receipts ${expected} to ${entry.seq - 1} are missing`;
      findings.push(finding("receipt_sequence_gap", where, message));
    } else if (entry.prev !== (before?.sha256 ?? null)) {
      const message = `receipt ${entry.seq} does not follow the receipt before it`;
      findings.push(finding("receipt_chain_broken", where, message));
    }
    before = entry;
    expected = entry.seq + 1;
  }
  return findings;
}
