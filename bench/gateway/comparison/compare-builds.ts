import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { checkTargets } from "../checks.ts";
import type { Harness } from "../harness.ts";
import { layOutEntry } from "../installed-package.ts";
import type { BenchOptions } from "../options.ts";
import type { Report } from "../report.ts";
import { median } from "../statistics.ts";
import { OTHER, OURS } from "../targets.ts";
import { type Comparison, compareScenarios, MAX_CPU_RATIO, type PairSample } from "./comparison.ts";
import { tableComparisons, writeVerdict } from "./comparison-table.ts";
import type { LaunchRow, PairSettings } from "./sample-pairs.ts";

/** An even number, because the order of the starts alternates. */
const LAUNCHES = 4;
const QUICK_LAUNCHES = 2;

/** Compares this build, which starts with `entry`, with the build that `--beside` names. */
export async function compareBuilds(
  harness: Harness,
  options: BenchOptions & { readonly beside: string },
  entry: string,
  progress: (message: string) => void,
): Promise<Report> {
  const beside = layOutEntry(options.beside, join(harness.folder, "abp-other"));
  await harness.writeTargets({ node: process.execPath, entry, beside, peers: [], workers: [] });
  progress("checking that both builds answer correctly");
  const { problems } = await checkTargets(harness, [OURS, OTHER]);
  const launches = options.isQuick ? QUICK_LAUNCHES : LAUNCHES;
  const output = "results/pairs.jsonl";
  const settings: PairSettings = {
    scenarios: options.scenarios,
    launches,
    pairs: Math.ceil(options.want / launches),
    cpuSeconds: options.seconds,
    minutes: options.minutes,
    output,
  };
  progress(`sampling ${options.scenarios.join(" ")} in pairs, with ${launches} starts of each build`);
  await harness.node(join(import.meta.dirname, "sample-pairs.ts"), [JSON.stringify(settings)]);
  const rows = harness.read(output) as (PairSample | LaunchRow)[];
  if (options.samples !== undefined) copyFileSync(join(harness.folder, output), options.samples);
  const samples = rows.filter((row): row is PairSample => "scenario" in row);
  const starts = rows.filter((row): row is LaunchRow => "launch" in row);
  const comparisons = compareScenarios(samples);
  const noise = samples.map(({ otherCores }) => otherCores);
  return {
    notes: writeNotes(options.beside, noise, starts),
    tables: [tableComparisons(comparisons)],
    conclusion: [writeVerdict(comparisons)],
    problems: [...problems, ...listFailures(comparisons), ...listMissing(options.scenarios, comparisons)],
    figures: {
      bound: MAX_CPU_RATIO,
      beside: options.beside,
      noise: { median: median(noise), worst: Math.max(0, ...noise) },
      starts,
      comparisons,
    },
    hasMissed: comparisons.some(({ verdict }) => verdict === "fail"),
  };
}

function writeNotes(beside: string, noise: readonly number[], starts: readonly LaunchRow[]): string[] {
  const start = (name: string) => {
    const times = starts.filter(({ target }) => target === name).map(({ listenMs }) => listenMs);
    return `${median(times).toFixed(0)} ms`;
  };
  return [
    `"This" is the build that is measured; "other" is ${beside}.`,
    "The ratio is the median over all pairs of samples: CPU time per request of this build divided by the other's.",
    "Both builds of a pair share a core, so a latency is about twice that of a gateway alone.",
    "95 % is the confidence interval of that median. Quartiles are those of the single pairs: they show the noise.",
    `Start to listening: ${start(OURS)} this, ${start(OTHER)} other.`,
    `While sampling, other programs took ${median(noise).toFixed(2)} cores (median; ${Math.max(0, ...noise).toFixed(2)} at worst).`,
  ];
}

export function listFailures(comparisons: readonly Comparison[]): string[] {
  return comparisons.flatMap(({ scenario, failures }) =>
    failures.own + failures.other === 0
      ? []
      : [`${scenario}: ${failures.own} requests of this build failed, ${failures.other} of the other`],
  );
}

/** Lists the scenarios that the time limit left without a pair. */
export function listMissing(wanted: readonly string[], comparisons: readonly Comparison[]): string[] {
  const measured = comparisons.filter(({ pairs }) => pairs > 0).map(({ scenario }) => scenario);
  return wanted.filter((id) => !measured.includes(id)).map((id) => `${id}: not measured, raise --minutes`);
}
