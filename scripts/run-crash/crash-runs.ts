import type { Violation } from "../crash/home-run.ts";
import { HomeRun } from "./home-run.ts";
import { Rehearsals } from "./rehearsal.ts";
import { addCounts, NO_COUNTS, type Report } from "./report.ts";
import { describeSchedule, makeSchedule } from "./schedule.ts";

/** How many seeds share one home, one after the other on the same ledger. */
const SEEDS_PER_HOME = 10;

/** Which seeds to run, and what to do meanwhile. */
export interface CrashOptions {
  readonly seeds: number;
  readonly firstSeed: number;
  /** No seed starts after so many minutes. */
  readonly minutes?: number | undefined;
  /** The path of the `abp` to kill, by default of that of this checkout. */
  readonly abp?: string;
  readonly isStopped?: () => boolean;
  readonly say: (line: string) => void;
}

/** Kills runs as the seeds say, and checks what is left. */
export async function crashRuns(options: CrashOptions): Promise<Report> {
  const { seeds, firstSeed, minutes = Number.POSITIVE_INFINITY, isStopped = () => false, say } = options;
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const isOver = () => isStopped() || seconds() > minutes * 60;
  const rehearsals = new Rehearsals();
  const levels = new Set<string>();
  const violations: Violation[] = [];
  let counts = NO_COUNTS;
  let hasSandbox = false;
  let seed = firstSeed;
  while (seed < firstSeed + seeds && !isOver()) {
    const home = new HomeRun(rehearsals, say, options.abp);
    try {
      const end = Math.min(seed + SEEDS_PER_HOME, firstSeed + seeds);
      for (; seed < end && !isOver(); seed += 1) {
        const schedule = makeSchedule(seed);
        hasSandbox ||= schedule.sandbox === "auto";
        await runOrNote(violations, seed, () => home.runSeed(schedule));
        const each = (seconds() / (seed - firstSeed + 1)).toFixed(1);
        say(`seed ${seed}: ${describeSchedule(schedule)} (${each} s each)\n`);
      }
      await runOrNote(violations, seed - 1, () => home.finish(seed - 1));
    } finally {
      home.close();
    }
    violations.push(...home.violations);
    counts = addCounts(counts, home.counts);
    for (const level of home.levels) levels.add(level);
  }
  const skipped = [
    ...(seed < firstSeed + seeds ? [`seeds from ${seed} on, because the time is over`] : []),
    ...(hasSandbox && !levels.has("L3") ? ["the level L3, which this machine does not have"] : []),
  ];
  return { seeds: seed - firstSeed, seconds: seconds(), counts, levels: [...levels], violations, skipped };
}

// A run that does not start, or a ledger that cannot be read, is a violation too.
async function runOrNote(violations: Violation[], seed: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    violations.push({ seed, message: error instanceof Error ? error.message : String(error) });
  }
}
