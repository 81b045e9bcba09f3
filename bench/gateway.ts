/**
 * Measures our gateway beside the least Node code that does the same job and, if wanted, beside other gateways: all
 * started at once and sampled in turns, so that a busy machine disturbs them alike. See `--help`.
 */
import { copyFileSync, existsSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type GoalResult, judgeAll, judgeStreams, SCENARIOS } from "./gateway/goals.ts";
import { Harness } from "./gateway/harness.ts";
import { summariseStreams } from "./gateway/held-streams.ts";
import { layOutPackage } from "./gateway/installed-package.ts";
import { Results } from "./gateway/results.ts";
import type { StreamsRow } from "./gateway/streams.ts";
import { listErrors, summarise, summariseNoise, summariseStarts } from "./gateway/summary.ts";
import {
  type Table,
  tableFigures,
  tableGoals,
  tableScenarios,
  tableStarts,
  tableStreams,
  tableWorkers,
  writeMarkdown,
  writeText,
} from "./gateway/tables.ts";
import { FLOORS, OURS } from "./gateway/targets.ts";

const HELP = `npm run bench:gateway -- [options]

Measures abp beside its floors with the harness in ../shared/bench (or $ABP_SHARED/bench), which is copied to a
temporary folder, built there with make and gcc, and removed again. Needs Linux, taskset and the npm registry.

  --quick            fewer and shorter samples: about 3 minutes
  --peers            measure other gateways too (installs them from the registry)
  --streams N        also hold N slow streams open and watch the memory
  --workers 1,2      also measure the scaling over so many threads
  --scenarios A,B    only these (${SCENARIOS.map(({ id }) => id).join(" ")}; "none" for none)
  --json             the results as JSON
  --markdown         the tables as Markdown
  --samples FILE     keep the raw samples
  --entry FILE       measure another abp.js in place of the package as it is built
  --want N           calm samples of each target in each scenario (5; 2 with --quick)
  --seconds S        length of a sample (1; 0.6 with --quick)
  --minutes M        stop sampling after so long (25; 60 with --peers; 4 with --quick)
  --noise C          how many cores other programs may use during a calm sample (0.5)

Every target runs on this Node (${process.version}). GATEWAY_CPU (0), LOAD_CPU (1) and BASE_PORT choose cores and ports.
Ends with 0 when no goal was missed, 1 when one was, 2 when nothing could be measured. Progress is on standard error.`;

const FLAGS = {
  quick: { type: "boolean", default: false },
  peers: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  markdown: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
  streams: { type: "string" },
  workers: { type: "string" },
  scenarios: { type: "string" },
  samples: { type: "string" },
  entry: { type: "string" },
  want: { type: "string" },
  seconds: { type: "string" },
  minutes: { type: "string" },
  noise: { type: "string" },
} as const;

const { values: options } = readOptions();

const repository = resolve(import.meta.dirname, "..");
const shared = resolve(repository, process.env["ABP_SHARED"] ?? "../shared", "bench");
// On a busy machine a quick run takes its samples as they come, and says how disturbed they were.
const noise = Number(options.noise ?? 0.5);
const patience = options.quick ? 64 : noise;
const want = options.want ?? (options.quick ? "2" : "5");
const seconds = options.seconds ?? (options.quick ? "0.6" : "1");
const minutes = options.minutes ?? (options.quick ? "4" : options.peers ? "60" : "25");
const workers = (options.workers ?? "").split(",").filter(Boolean).map(Number);
const scenarios = chooseScenarios(options.scenarios);
const sampling = ["--want", want, "--seconds", seconds, "--minutes", minutes, "--noise", patience];
const SCALED = ["A64", "B64", "C64", "D64"];

function readOptions() {
  try {
    return parseArgs({ options: FLAGS });
  } catch (error) {
    return stopBefore(`${(error as Error).message} (see --help)`);
  }
}

function chooseScenarios(text: string | undefined): string[] {
  const all = SCENARIOS.map(({ id }) => id);
  if (text === undefined) return all;
  if (text === "none") return [];
  const chosen = text.split(",");
  const unknown = chosen.filter((id) => !all.includes(id));
  if (unknown.length > 0) stopBefore(`no such scenario: ${unknown.join(", ")} (there are ${all.join(" ")})`);
  return chosen;
}

function stopBefore(message: string): never {
  console.error(`bench:gateway: ${message}`);
  process.exit(2);
}

function progress(message: string): void {
  console.error(`bench:gateway: ${message}`);
}

/** Cores for the gateway and for the load; they overlap where the machine has too few. */
function chooseCpus(gateways: number): { gateway: string; load: string } {
  const cores = availableParallelism();
  if (cores <= gateways) progress(`${cores} cores for ${gateways} of the gateway and the load: they share`);
  const gateway = Math.min(gateways, cores);
  const load = gateway < cores ? gateway : cores - 1;
  return { gateway: gateway === 1 ? "0" : `0-${gateway - 1}`, load: String(load) };
}

type Noise = ReturnType<typeof summariseNoise>;

interface Output {
  readonly notes: readonly string[];
  readonly goals: readonly GoalResult[];
  readonly problems: readonly string[];
}

async function measure(harness: Harness): Promise<void> {
  progress("building the harness");
  await harness.build({ peers: options.peers });
  const entry =
    options.entry === undefined
      ? layOutPackage(repository, join(harness.folder, "abp"))
      : resolve(options.entry);
  await harness.writeTargets({ node: process.execPath, entry, peers: options.peers, workers });
  const hasTable = scenarios.length > 0;
  const problems: string[] = [];
  const tables: Table[] = [];
  const goals: GoalResult[] = [];
  const output: Record<string, unknown> = { date: new Date().toISOString() };
  let found: Noise | undefined;

  progress("checking that every target answers rightly");
  await harness.node("verify.mjs", []);
  const checks = harness.readChecks();
  output["checks"] = checks;
  const own = checks[OURS] ?? {};
  for (const [what, check] of Object.entries(own)) {
    const isExact = check["request_bytes_same"] !== false && check["response_bytes_same"] !== false;
    if (check["text_complete"] !== true || !isExact)
      problems.push(`${OURS} ${what}: ${JSON.stringify(check)}`);
  }
  const log = problems.length > 0 ? harness.readLog(OURS) : "";
  if (log !== "") problems.push(log);

  if (hasTable) {
    const names = Object.keys(checks).filter((name) => !name.startsWith(`${OURS}-`));
    const chosen = ["--targets", names.join(",")];
    progress("measuring starts");
    const starting = ["--startup", options.quick ? 3 : 7, "--noise", patience];
    await harness.node("bench.mjs", [...starting, ...chosen, "--out", "results/starts.jsonl"]);
    progress(`measuring ${scenarios.join(" ")}`);
    const what = ["--scenarios", scenarios.join(","), "--out", "results/main.jsonl"];
    await harness.node("bench.mjs", [...sampling, ...chosen, ...what]);
    const rows = harness.read("results/main.jsonl");
    if (options.samples !== undefined)
      copyFileSync(join(harness.folder, "results/main.jsonl"), options.samples);
    const figures = summarise(rows, noise);
    const results = new Results(figures);
    const starts = summariseStarts(harness.read("results/starts.jsonl"));
    problems.push(...listErrors(rows));
    goals.push(...judgeAll(results, starts));
    tables.push(tableScenarios(scenarios), tableFigures(results), tableStarts(starts));
    found = summariseNoise(rows);
    Object.assign(output, { noise: found, figures, starts });
  }
  if (workers.length > 0) {
    for (const count of workers) {
      progress(`measuring ${count} workers`);
      const { gateway, load } = chooseCpus(count);
      const what = [
        "--targets",
        `${OURS}-${count}`,
        "--scenarios",
        SCALED.join(","),
        "--out",
        "results/workers.jsonl",
      ];
      await harness.node("bench.mjs", [...sampling, ...what], { GATEWAY_CPU: gateway, LOAD_CPU: load });
    }
    const figures = summarise(harness.read("results/workers.jsonl"), noise);
    tables.push(tableWorkers(new Results(figures), workers, SCALED));
    output["workers"] = figures;
  }
  if (options.streams !== undefined) {
    progress(`holding ${options.streams} streams open`);
    const script = join(import.meta.dirname, "gateway/streams.ts");
    const what = [
      options.streams,
      options.quick ? 6 : 12,
      "results/streams.jsonl",
      FLOORS.pass,
      FLOORS.map,
      OURS,
    ];
    await harness.node(script, what);
    const rows = (harness.read("results/streams.jsonl") as StreamsRow[]).map(summariseStreams);
    goals.push(...judgeStreams(rows));
    tables.push(tableStreams(rows));
    output["streams"] = rows;
  }
  tables.push(tableGoals(goals));
  print({ ...output, notes: writeNotes(harness.readVersions(), found), goals, problems }, tables);
  process.exitCode = problems.length > 0 || goals.some(({ verdict }) => verdict === "fail") ? 1 : 0;
}

/** What a reader of the tables must know. */
function writeNotes(versions: readonly string[], found: Noise | undefined): string[] {
  const cores = availableParallelism();
  const notes = [
    `Node ${process.version} for every target; ${versions.join(", ")}; ${cpus()[0]?.model}, ${cores} cores.`,
    "CPU time is that of all threads; figures are medians, and ratios are of medians (in brackets: of bests).",
    "✓ met, ✗ missed, ? not decided: medians and bests disagree, or too few samples were calm.",
  ];
  if (found !== undefined) {
    const [middle, worst] = [found.median.toFixed(2), found.worst.toFixed(2)];
    notes.push(`While sampling, other programs took ${middle} cores (median; ${worst} at worst).`);
  }
  if (options.peers) {
    notes.push("portkey maps OpenAI to Claude, all others map Claude to OpenAI.");
    notes.push("llm-api-translator passes OpenAI through, all others pass Claude through.");
  }
  if (workers.some((count) => count >= cores)) {
    notes.push(
      "Load and gateway share cores where there are as many workers as cores: scaling is understated.",
    );
  }
  return notes;
}

function print(output: Output, tables: readonly Table[]): void {
  if (options.json) {
    console.log(JSON.stringify(output, null, 2));
  } else {
    const gap = options.markdown ? "\n\n" : "\n";
    console.log(`${output.notes.join(gap)}\n`);
    for (const table of tables)
      console.log(`${options.markdown ? writeMarkdown(table) : writeText(table)}\n`);
  }
  for (const problem of output.problems) progress(`problem: ${problem}`);
}

if (options.help) {
  console.log(HELP);
} else {
  if (process.platform !== "linux") stopBefore("the harness reads /proc: it runs on Linux alone");
  if (!process.version.startsWith("v24."))
    stopBefore("it compares on Node 24, which npm run bench:gateway brings");
  if (!existsSync(join(shared, "bench.mjs"))) {
    stopBefore(
      "the shared harness is absent (looked in ABP_SHARED, or ../shared, for bench/): nothing was measured",
    );
  }
  const harness = await Harness.open(shared, chooseCpus(1));
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
