/**
 * Measures our gateway beside the least Node code that does the same job and, if wanted, beside other gateways or beside
 * another build of ours. All targets run at once and are sampled in turns, so that a busy machine disturbs them alike.
 * See `--help`.
 */
import { existsSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join, resolve } from "node:path";
import { compareBuilds } from "./gateway/comparison/compare-builds.ts";
import { chooseCores } from "./gateway/cores.ts";
import { measureGoals } from "./gateway/goals/measure-goals.ts";
import { Harness } from "./gateway/harness.ts";
import { layOutEntry, layOutPackage } from "./gateway/installed-package.ts";
import { type BenchOptions, HELP, readOptions } from "./gateway/options.ts";
import type { Report } from "./gateway/report.ts";
import { writeMarkdown, writeText } from "./gateway/table.ts";

const repository = resolve(import.meta.dirname, "..");
const shared = resolve(repository, process.env["ABP_SHARED"] ?? "../shared", "bench");
const options = parseArguments();

function parseArguments(): BenchOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    return stopBefore(`${(error as Error).message} (see --help)`);
  }
}

/** Ends the process before anything is measured. */
function stopBefore(message: string): never {
  progress(message);
  process.exit(2);
}

function progress(message: string): void {
  console.error(`bench:gateway: ${message}`);
}

async function measure(harness: Harness): Promise<void> {
  const { beside } = options;
  const folder = join(harness.folder, "abp");
  const entry =
    options.entry === undefined ? layOutPackage(repository, folder) : layOutEntry(options.entry, folder);
  progress("building the harness");
  await harness.build({ peers: options.hasPeers });
  const report =
    beside === undefined
      ? await measureGoals(harness, options, entry, progress)
      : await compareBuilds(harness, { ...options, beside }, entry, progress);
  print(report, harness.readVersions());
  process.exitCode = report.problems.length > 0 || report.hasMissed ? 1 : 0;
}

function print(report: Report, versions: readonly string[]): void {
  const { figures, tables, problems, conclusion } = report;
  const machine = `${cpus()[0]?.model}, ${availableParallelism()} cores`;
  const notes = [
    `Node ${process.version} for every target; ${versions.join(", ")}; ${machine}.`,
    ...report.notes,
  ];
  if (options.isJson) {
    const output = { date: new Date().toISOString(), ...figures, notes, conclusion, problems };
    console.log(JSON.stringify(output, null, 2));
  } else {
    const gap = options.isMarkdown ? "\n\n" : "\n";
    console.log(`${notes.join(gap)}\n`);
    const write = options.isMarkdown ? writeMarkdown : writeText;
    for (const table of tables) console.log(`${write(table)}\n`);
    for (const line of conclusion) console.log(line);
  }
  for (const problem of problems) progress(`problem: ${problem}`);
}

async function main(): Promise<void> {
  if (process.platform !== "linux") stopBefore("the harness reads /proc and runs on Linux only");
  if (!process.version.startsWith("v24."))
    stopBefore(`all targets run on Node 24, and this is ${process.version}: use npm run bench:gateway`);
  if (!existsSync(join(shared, "bench.mjs")))
    stopBefore("nothing was measured: there is no harness in $ABP_SHARED/bench or ../shared/bench");
  const cores = chooseCores(1);
  if (cores.isShared) progress("the machine has one core: the gateway and the load share it");
  const harness = await Harness.open(shared, cores);
  for (const [name, status] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    process.once(name, () => {
      progress("stopping");
      void harness.close().finally(() => process.exit(status));
    });
  }
  try {
    await measure(harness);
  } catch (error) {
    console.error(error);
    process.exitCode = 2;
  } finally {
    await harness.close();
  }
}

if (options.isHelp) console.log(HELP);
else await main();
