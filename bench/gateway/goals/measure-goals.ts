import { copyFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { checkTargets } from "../checks.ts";
import { chooseCores } from "../cores.ts";
import type { Harness } from "../harness.ts";
import type { BenchOptions } from "../options.ts";
import type { Report } from "../report.ts";
import { median } from "../statistics.ts";
import type { Table } from "../table.ts";
import { FLOORS, listPeers, OURS } from "../targets.ts";
import { type GoalResult, judgeAll, judgeStreams } from "./goals.ts";
import { summariseStreams } from "./held-streams.ts";
import { Results } from "./results.ts";
import type { StreamsRow } from "./streams.ts";
import { listErrors, summarise, summariseNoise, summariseStarts } from "./summary.ts";
import {
  tableFigures,
  tableGoals,
  tableScenarios,
  tableStarts,
  tableStreams,
  tableWorkers,
} from "./tables.ts";
import type { CommitRow } from "./time-commits.ts";

/** The scenarios that measure the scaling over threads. */
const SCALING_SCENARIOS = ["A64", "B64", "C64", "D64"];
/** A limit that no machine reaches, so that a quick run takes every sample and then reports the noise. */
const NO_NOISE_LIMIT = 64;
/** The file with the times of single commits. */
const COMMITS = "results/commits.jsonl";

/** The parts of a report that one measurement adds. */
interface Measurement {
  readonly figures: Readonly<Record<string, unknown>>;
  readonly tables: readonly Table[];
  readonly goals: readonly GoalResult[];
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

/** Measures our gateway, which starts with `entry`, beside the floors and the peers, and judges its goals. */
export async function measureGoals(
  harness: Harness,
  options: BenchOptions,
  entry: string,
  progress: (message: string) => void,
): Promise<Report> {
  const { hasPeers, workers } = options;
  const peers = hasPeers ? listPeers(process.env) : [];
  await harness.writeTargets({ node: process.execPath, entry, peers, workers });
  progress("checking that every target answers correctly");
  const { checks, problems } = await checkTargets(harness, [OURS]);
  const measurements: Measurement[] = [];
  if (options.scenarios.length > 0) {
    const names = Object.keys(checks).filter((name) => !name.startsWith(`${OURS}-`));
    measurements.push(await measureScenarios(harness, options, names, progress));
  }
  if (workers.length > 0) measurements.push(await measureWorkers(harness, options, progress));
  if (options.streams !== undefined) {
    progress(`holding ${options.streams} streams open`);
    measurements.push(await measureStreams(harness, options.streams, options.isQuick));
  }
  const goals = measurements.flatMap((one) => one.goals);
  return {
    notes: [
      "CPU time is that of all threads; figures are medians, and ratios are of medians (in brackets: of bests).",
      "✓ met, ✗ missed, ? not decided: medians and bests disagree, or too few samples were calm.",
      ...measurements.flatMap((one) => one.notes),
    ],
    tables: [...measurements.flatMap((one) => one.tables), tableGoals(goals)],
    conclusion: [],
    problems: [...problems, ...measurements.flatMap((one) => one.problems)],
    figures: Object.assign({ checks }, ...measurements.map((one) => one.figures), { goals }),
    hasMissed: goals.some(({ verdict }) => verdict === "fail"),
  };
}

function samplingArguments({ want, seconds, minutes, isQuick, noise }: BenchOptions): (string | number)[] {
  const limit = isQuick ? NO_NOISE_LIMIT : noise;
  return ["--want", want, "--seconds", seconds, "--minutes", minutes, "--noise", limit];
}

async function measureScenarios(
  harness: Harness,
  options: BenchOptions,
  names: readonly string[],
  progress: (message: string) => void,
): Promise<Measurement> {
  const { scenarios, isQuick, noise } = options;
  const chosen = ["--targets", names.join(",")];
  progress("measuring starts");
  const starting = ["--startup", isQuick ? 3 : 7, "--noise", isQuick ? NO_NOISE_LIMIT : noise];
  await harness.node("bench.mjs", [...starting, ...chosen, "--out", "results/starts.jsonl"]);
  progress(`measuring ${scenarios.join(" ")}`);
  const output = "results/main.jsonl";
  const what = [...chosen, "--scenarios", scenarios.join(","), "--out", output];
  await timeCommits(harness);
  await harness.node("bench.mjs", [...samplingArguments(options), ...what]);
  await timeCommits(harness);
  const commitMs = median((harness.read(COMMITS) as CommitRow[]).map(({ ms }) => ms));
  const rows = harness.read(output);
  if (options.samples !== undefined) copyFileSync(join(harness.folder, output), options.samples);
  const figures = summarise(rows, noise);
  const results = new Results(figures);
  const starts = summariseStarts(harness.read("results/starts.jsonl"));
  const found = summariseNoise(rows);
  const notes = [
    `While sampling, other programs took ${found.median.toFixed(2)} cores (median; ${found.worst.toFixed(2)} at worst).`,
    `One durable commit took ${commitMs.toFixed(2)} ms (median before and after the samples).`,
  ];
  if (options.hasPeers) {
    notes.push("portkey maps OpenAI to Claude, all others map Claude to OpenAI.");
    notes.push("llm-api-translator passes OpenAI through, all others pass Claude through.");
  }
  return {
    figures: { noise: found, figures, starts, commitMs },
    tables: [tableScenarios(scenarios), tableFigures(results), tableStarts(starts)],
    goals: judgeAll(results, starts, commitMs),
    problems: listErrors(rows),
    notes,
  };
}

/** Times commits beside the stores of the gateways, on the core of the gateways. */
async function timeCommits(harness: Harness): Promise<void> {
  const script = join(import.meta.dirname, "time-commits.ts");
  const core = process.env["GATEWAY_CPU"] ?? chooseCores(1).gateway;
  await harness.run("taskset", ["-c", core, process.execPath, script, COMMITS]);
}

async function measureWorkers(
  harness: Harness,
  options: BenchOptions,
  progress: (message: string) => void,
): Promise<Measurement> {
  const { workers } = options;
  const output = "results/workers.jsonl";
  for (const count of workers) {
    progress(`measuring ${count} workers`);
    const { gateway, load } = chooseCores(count);
    const what = [
      ...["--targets", `${OURS}-${count}`, "--scenarios", SCALING_SCENARIOS.join(",")],
      ...["--out", output],
    ];
    const environment = { GATEWAY_CPU: gateway, LOAD_CPU: load };
    await harness.node("bench.mjs", [...samplingArguments(options), ...what], environment);
  }
  const figures = summarise(harness.read(output), options.noise);
  const isShared = workers.some((count) => count >= availableParallelism());
  return {
    figures: { workers: figures },
    tables: [tableWorkers(new Results(figures), workers, SCALING_SCENARIOS)],
    goals: [],
    problems: [],
    notes: isShared
      ? ["With as many workers as cores, load and gateway share cores: scaling is understated."]
      : [],
  };
}

async function measureStreams(harness: Harness, streams: number, isQuick: boolean): Promise<Measurement> {
  const output = "results/streams.jsonl";
  const script = join(import.meta.dirname, "streams.ts");
  const targets = [FLOORS.pass, FLOORS.map, OURS];
  await harness.node(script, [streams, isQuick ? 6 : 12, output, ...targets]);
  const rows = (harness.read(output) as StreamsRow[]).map(summariseStreams);
  return {
    figures: { streams: rows },
    tables: [tableStreams(rows)],
    goals: judgeStreams(rows),
    problems: [],
    notes: [],
  };
}
