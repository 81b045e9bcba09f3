import { MARKS, type Table, writeNumber } from "../table.ts";
import { type Comparison, MAX_CPU_RATIO } from "./comparison.ts";

/** One row per scenario. "This" is the build that is measured, "other" is the build beside it. */
export function tableComparisons(comparisons: readonly Comparison[]): Table {
  return {
    title: "This build beside the other build",
    head: [
      "scenario",
      "",
      "ratio",
      "95 %",
      "quartiles",
      "of medians",
      "CPU ms/request this",
      "other",
      "floor",
      "p50 ms this",
      "other",
      "RSS MiB this",
      "other",
      "pairs",
    ],
    rows: comparisons.map((one) => [
      one.scenario,
      MARKS[one.verdict],
      writeNumber(one.ratio, 3),
      writeRange(one.interval),
      writeRange(one.quartiles),
      writeNumber(one.ratioOfMedians, 3),
      writeNumber(one.cpuMs.own, 3),
      writeNumber(one.cpuMs.other, 3),
      writeNumber(one.cpuMs.floor, 3),
      writeNumber(one.p50Ms.own, 2),
      writeNumber(one.p50Ms.other, 2),
      writeNumber(one.rssMiB.own, 0),
      writeNumber(one.rssMiB.other, 0),
      String(one.pairs),
    ]),
  };
}

/** Writes the verdict of the whole run in one sentence, with the scenarios that decide it. */
export function writeVerdict(comparisons: readonly Comparison[]): string {
  const list = (verdict: Comparison["verdict"]) =>
    comparisons
      .filter((one) => one.verdict === verdict)
      .map(({ scenario, ratio, interval }) =>
        Number.isNaN(ratio) ? scenario : `${scenario} ${ratio.toFixed(3)} (${writeRange(interval)})`,
      );
  const bound = `the bound of ${MAX_CPU_RATIO} × the other build's CPU time per request`;
  const above = list("fail");
  if (above.length > 0) return `${MARKS.fail} This build is above ${bound} in ${above.join(", ")}.`;
  const unclear = list("unclear");
  if (unclear.length > 0) return `${MARKS.unclear} No pair of samples was measured in ${unclear.join(", ")}.`;
  if (comparisons.length === 0) return `${MARKS.unclear} Nothing was measured.`;
  const [highest] = [...comparisons].sort((left, right) => right.ratio - left.ratio);
  return `${MARKS.pass} This build is within ${bound}; the highest ratio is ${highest!.ratio.toFixed(3)} in ${highest!.scenario}.`;
}

function writeRange([low, high]: readonly [number, number]): string {
  return `${writeNumber(low, 2)}–${writeNumber(high, 2)}`;
}
