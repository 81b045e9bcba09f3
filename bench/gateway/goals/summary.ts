import { countFailures } from "../harness-library.ts";
import { median } from "../statistics.ts";

/** One measurement of the harness, as far as this benchmark reads it. */
export interface Sample {
  readonly scenario: string;
  readonly target: string;
  readonly rps_all: number;
  readonly total: number;
  readonly unfinished: number;
  readonly latency_us: { readonly p50: number; readonly p99: number };
  readonly ttfc_us: { readonly p50: number };
  readonly cpu: { readonly per_1k: number } | null;
  readonly other_cpu: number;
  readonly steal: number;
  readonly mem: { readonly rss: number; readonly peak: number } | null;
  readonly errors: { readonly status: number; readonly closed: number; readonly incomplete: number };
}

export interface StartSample {
  readonly startup: number;
  readonly target: string;
  readonly listen_ms: number;
  readonly startup_cpu_s: number;
  readonly idle: { readonly rss: number };
}

/** Summary of the samples of one target in one scenario. */
export interface Figures {
  readonly scenario: string;
  readonly target: string;
  readonly samples: number;
  /** The number of samples during which other programs and the hypervisor used fewer cores than the limit. */
  readonly calm: number;
  /** CPU milliseconds per request, over all threads and child processes. */
  readonly cpuMedian: number;
  readonly cpuBest: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly firstChunkMs: number;
  readonly rssMiB: number;
  readonly failures: number;
}

/** Summary of the starts of one target. */
export interface StartFigures {
  readonly target: string;
  readonly starts: number;
  readonly listenMs: number;
  readonly bestMs: number;
  readonly idleRssMiB: number;
}

const MIN_SAMPLES = 5;

/** In cores. */
function disturbance(sample: Sample): number {
  return sample.other_cpu + sample.steal;
}

/** Summarises the calm samples, or the five calmest if fewer are calm. */
export function summarise(rows: readonly unknown[], noise: number): Figures[] {
  const samples = rows.filter(isSample);
  const groups = Map.groupBy(samples, ({ scenario, target }) => `${scenario} ${target}`);
  return [...groups.values()].map((group) => {
    const calmest = [...group].sort((left, right) => disturbance(left) - disturbance(right));
    const calm = group.filter((sample) => disturbance(sample) < noise).length;
    const used = calmest.slice(0, Math.max(MIN_SAMPLES, calm));
    const cpu = used.map((sample) => sample.cpu?.per_1k ?? Number.NaN);
    return {
      scenario: group[0]!.scenario,
      target: group[0]!.target,
      samples: used.length,
      calm,
      cpuMedian: median(cpu),
      cpuBest: Math.min(...cpu),
      requestsPerSecond: median(used.map((sample) => sample.rps_all)),
      p50Ms: median(used.map((sample) => sample.latency_us.p50 / 1000)),
      p99Ms: median(used.map((sample) => sample.latency_us.p99 / 1000)),
      firstChunkMs: median(used.map((sample) => sample.ttfc_us.p50 / 1000)),
      // A busy machine does not disturb this figure, so it is the maximum of all samples.
      rssMiB: Math.max(...group.map((sample) => sample.mem?.rss ?? Number.NaN)),
      failures: group.reduce((sum, sample) => sum + countFailures(sample), 0),
    };
  });
}

export function summariseStarts(rows: readonly unknown[]): StartFigures[] {
  const groups = Map.groupBy(rows.filter(isStart), ({ target }) => target);
  return [...groups].map(([target, group]) => ({
    target,
    starts: group.length,
    listenMs: median(group.map((start) => start.listen_ms)),
    bestMs: Math.min(...group.map((start) => start.listen_ms)),
    idleRssMiB: median(group.map((start) => start.idle.rss)),
  }));
}

/** The number of cores that other programs and the hypervisor used during the samples. */
export function summariseNoise(rows: readonly unknown[]): { median: number; worst: number } {
  const values = rows.filter(isSample).map(disturbance);
  return { median: median(values), worst: Math.max(0, ...values) };
}

/** Lists the errors that the harness recorded in place of a sample. */
export function listErrors(rows: readonly unknown[]): string[] {
  return rows.flatMap((row) => {
    const { error, target, scenario } = row as { error?: string; target?: string; scenario?: string };
    return error === undefined ? [] : [`${target}${scenario === undefined ? "" : ` ${scenario}`}: ${error}`];
  });
}

function isSample(row: unknown): row is Sample {
  return (row as { latency_us?: unknown }).latency_us !== undefined;
}

function isStart(row: unknown): row is StartSample {
  return (row as { startup?: unknown }).startup !== undefined;
}
