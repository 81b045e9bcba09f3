import type { Verdict } from "../report.ts";
import { SCENARIOS } from "../scenarios.ts";
import { median, medianInterval, quantile } from "../statistics.ts";
import { FLOORS, OTHER, OURS } from "../targets.ts";

/** This build may take at most this many times the CPU time of the other one. */
export const MAX_CPU_RATIO = 1.05;

/** One sample of one target, as `sample-pairs.ts` records it. */
export interface PairSample {
  readonly scenario: string;
  readonly target: string;
  /** The two samples that were taken at the same time have the same number. A sample of a floor has -1. */
  readonly pair: number;
  readonly requests: number;
  /** CPU milliseconds per request, over all threads. */
  readonly cpuMs: number;
  readonly p50Ms: number;
  readonly rssMiB: number;
  readonly failures: number;
  /** Cores that other programs and the hypervisor used meanwhile. */
  readonly otherCores: number;
}

/** One figure of both builds. */
interface OfBoth {
  readonly own: number;
  readonly other: number;
}

/** The two builds in one scenario. */
export interface Comparison {
  readonly scenario: string;
  readonly title: string;
  readonly pairs: number;
  /** The median of CPU milliseconds per request. */
  readonly cpuMs: OfBoth & { readonly floor: number };
  /** The median over all pairs of this build's CPU time divided by the other's. Disturbances of a whole pair cancel out. */
  readonly ratio: number;
  /** The 95 % confidence interval of `ratio`. */
  readonly interval: readonly [number, number];
  /** The first and the third quartile of the pairs' ratios. */
  readonly quartiles: readonly [number, number];
  readonly ratioOfMedians: number;
  readonly p50Ms: OfBoth;
  /** The maximum of all samples. */
  readonly rssMiB: OfBoth;
  readonly failures: OfBoth;
  readonly verdict: Verdict;
}

/** Compares the builds in each scenario that has samples, in the order of the tables. */
export function compareScenarios(samples: readonly PairSample[]): Comparison[] {
  const groups = Map.groupBy(samples, ({ scenario }) => scenario);
  return SCENARIOS.flatMap(({ id, title, way }) => {
    const group = groups.get(id);
    return group === undefined ? [] : [compare(id, title, FLOORS[way], group)];
  });
}

function compare(scenario: string, title: string, floor: string, samples: readonly PairSample[]): Comparison {
  const of = (target: string) => samples.filter((sample) => sample.target === target);
  const [own, other] = [of(OURS), of(OTHER)];
  const both = (summarise: (samples: readonly PairSample[]) => number): OfBoth => ({
    own: summarise(own),
    other: summarise(other),
  });
  const ratios = listPairRatios(own, other);
  const ratio = median(ratios);
  const cpuMs = { ...both(medianCpu), floor: medianCpu(of(floor)) };
  return {
    scenario,
    title,
    pairs: ratios.length,
    cpuMs,
    ratio,
    interval: medianInterval(ratios),
    quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    ratioOfMedians: cpuMs.own / cpuMs.other,
    p50Ms: both((list) => median(list.map(({ p50Ms }) => p50Ms))),
    rssMiB: both((list) => Math.max(...list.map(({ rssMiB }) => rssMiB))),
    failures: both((list) => list.reduce((sum, { failures }) => sum + failures, 0)),
    verdict: judgeComparison(ratio),
  };
}

/** Returns `unclear` when there is no ratio, because no pair was measured. */
export function judgeComparison(ratio: number): Verdict {
  if (Number.isNaN(ratio)) return "unclear";
  return ratio <= MAX_CPU_RATIO ? "pass" : "fail";
}

function medianCpu(samples: readonly PairSample[]): number {
  return median(samples.map(({ cpuMs }) => cpuMs));
}

/** A sample without its counterpart is left out. */
function listPairRatios(own: readonly PairSample[], other: readonly PairSample[]): number[] {
  const counterparts = new Map(other.map((sample) => [sample.pair, sample]));
  return own.flatMap(({ pair, cpuMs }) => {
    const counterpart = counterparts.get(pair);
    return counterpart === undefined ? [] : [cpuMs / counterpart.cpuMs];
  });
}
