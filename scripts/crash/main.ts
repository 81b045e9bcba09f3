/** `npm run crash`: kills a daemon at random instants under load, and checks its ledger afterwards. */
import { HomeRun, type Violation } from "./home-run.ts";
import { HELP, type Options, parseOptions, UsageError } from "./options.ts";
import { addCounts, NO_COUNTS, type Report, renderReport } from "./report.ts";
import { describeSchedule, groupSeeds, makeSchedule } from "./schedule.ts";

async function main(options: Options): Promise<number> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const violations: Violation[] = [];
  const skipped = new Set<string>();
  let counts = NO_COUNTS;
  let done = 0;
  for (const seeds of groupSeeds(options.firstSeed, options.seeds)) {
    if (options.minutes !== undefined && seconds() > options.minutes * 60) {
      skipped.add(`seeds from ${seeds[0]} on, because ${options.minutes} minutes are over`);
      break;
    }
    const home = await HomeRun.open((line) => process.stderr.write(line));
    stopping = () => home.close();
    try {
      if (!home.canFillDisk)
        skipped.add("a full disk, because no file system can be mounted (it needs root)");
      let last = seeds[0] as number;
      for (const seed of seeds) {
        const schedule = makeSchedule(seed);
        await runOrNote(home, seed, () => home.runSeed(schedule));
        done += 1;
        const each = `${(seconds() / done).toFixed(1)} s each`;
        process.stderr.write(`seed ${seed}: ${describeSchedule(schedule)} (${each})\n`);
        last = seed;
        if (isStopped) break;
      }
      await runOrNote(home, last, () => home.finish(last));
    } finally {
      await home.close();
    }
    violations.push(...home.violations);
    counts = addCounts(counts, home.counts);
    if (isStopped) {
      skipped.add(`seeds after ${options.firstSeed + done - 1}, because the run was stopped`);
      break;
    }
  }
  const report: Report = { seeds: done, seconds: seconds(), counts, violations, skipped: [...skipped] };
  process.stdout.write(
    options.isJson ? `${JSON.stringify(report)}\n` : renderReport(report, options.firstSeed),
  );
  return violations.length === 0 ? 0 : 1;
}

// A daemon that does not start, or a ledger that cannot be read, is a violation too.
async function runOrNote(home: HomeRun, seed: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    home.violations.push({ seed, message: error instanceof Error ? error.message : String(error) });
  }
}

let stopping: () => Promise<void> = async () => undefined;
let isStopped = false;
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.on(signal, () => {
    if (isStopped) void stopping().finally(() => process.exit(code));
    else process.stderr.write("stopping after the checks of this seed; once more to stop at once\n");
    isStopped = true;
  });
}

try {
  const options = parseOptions(process.argv.slice(2));
  if (options.isHelp) process.stdout.write(HELP);
  else process.exitCode = await main(options);
} catch (error) {
  if (!(error instanceof UsageError) && !(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n\n${HELP}`);
  process.exitCode = 2;
}
