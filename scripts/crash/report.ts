import type { Counts, Violation } from "./home-run.ts";
import { repeatCommand, SEEDS_PER_HOME } from "./schedule.ts";

/** The result of all seeds. */
export interface Report {
  readonly seeds: number;
  readonly seconds: number;
  readonly counts: Counts;
  readonly violations: readonly Violation[];
  readonly skipped: readonly string[];
}

export const NO_COUNTS: Counts = {
  calls: 0,
  answered: 0,
  receipts: 0,
  interrupted: 0,
  bundles: 0,
  scannedFiles: 0,
};

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    calls: one.calls + other.calls,
    answered: one.answered + other.answered,
    receipts: one.receipts + other.receipts,
    interrupted: one.interrupted + other.interrupted,
    bundles: one.bundles + other.bundles,
    scannedFiles: one.scannedFiles + other.scannedFiles,
  };
}

/** The report for people. `firstSeed` is the first seed that was run. */
export function renderReport(
  { seeds, seconds, counts, violations, skipped }: Report,
  firstSeed: number,
): string {
  const each = seeds === 0 ? 0 : seconds / seeds;
  const lines = [
    `${seeds} seeds in ${seconds.toFixed(0)} s (${each.toFixed(1)} s each)`,
    `${counts.calls} calls sent, ${counts.answered} answered, ${counts.receipts} receipts, ${counts.interrupted} of them interrupted`,
    `${counts.bundles} proof bundles and every log checked by both verifiers, ${counts.scannedFiles} files searched for planted secrets`,
    ...skipped.map((line) => `skipped: ${line}`),
  ];
  for (const { seed, message } of violations) {
    const first = Math.max(firstSeed, Math.floor(seed / SEEDS_PER_HOME) * SEEDS_PER_HOME);
    lines.push(`VIOLATION in seed ${seed}: ${message}`, `  repeat: ${repeatCommand(seed, first)}`);
  }
  lines.push(violations.length === 0 ? "no violation" : `${violations.length} violations`);
  return `${lines.join("\n")}\n`;
}
