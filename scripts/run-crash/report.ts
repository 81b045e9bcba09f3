import type { Violation } from "../crash/home-run.ts";
import type { Counts } from "./home-run.ts";

/** The result of all seeds. */
export interface Report {
  readonly seeds: number;
  readonly seconds: number;
  readonly counts: Counts;
  readonly levels: readonly string[];
  readonly violations: readonly Violation[];
  readonly skipped: readonly string[];
}

export const NO_COUNTS: Counts = {
  killed: 0,
  withProcesses: 0,
  withStage: 0,
  receipts: 0,
  interrupted: 0,
  events: 0,
};

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    killed: one.killed + other.killed,
    withProcesses: one.withProcesses + other.withProcesses,
    withStage: one.withStage + other.withStage,
    receipts: one.receipts + other.receipts,
    interrupted: one.interrupted + other.interrupted,
    events: one.events + other.events,
  };
}

/** The report for people. */
export function renderReport({ seeds, seconds, counts, levels, violations, skipped }: Report): string {
  const each = seeds === 0 ? 0 : seconds / seeds;
  const lines = [
    `${seeds} seeds in ${seconds.toFixed(0)} s (${each.toFixed(1)} s each), sandbox levels ${levels.join(" and ")}`,
    `${counts.killed} runs killed, ${counts.withProcesses} of them with living processes, ${counts.withStage} with a stage`,
    `${counts.receipts} receipts, ${counts.interrupted} of them interrupted; ${counts.events} stored events compared with them; every log checked by both verifiers`,
    ...skipped.map((line) => `skipped: ${line}`),
  ];
  for (const { seed, message } of violations) {
    lines.push(
      `VIOLATION in seed ${seed}: ${message}`,
      `  repeat: npm run crash:runs -- --first-seed ${seed} --seeds 1`,
    );
  }
  lines.push(violations.length === 0 ? "no violation" : `${violations.length} violations`);
  return `${lines.join("\n")}\n`;
}
