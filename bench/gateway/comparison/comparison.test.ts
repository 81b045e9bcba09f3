import { describe, expect, it } from "vitest";
import { FLOORS, OTHER, OURS } from "../targets.ts";
import { compareScenarios, judgeComparison, type PairSample } from "./comparison.ts";

function sample(target: string, pair: number, cpuMs: number, more: Partial<PairSample> = {}): PairSample {
  return {
    scenario: "A64",
    target,
    pair,
    requests: 1000,
    cpuMs,
    p50Ms: 5,
    rssMiB: 200,
    failures: 0,
    otherCores: 0,
    ...more,
  };
}

describe("compareScenarios", () => {
  it("takes the median of the ratios of the pairs", () => {
    // The machine is three times slower during the second pair: its ratio is the same, the medians are not.
    const samples = [
      ...[sample(OURS, 0, 0.11), sample(OTHER, 0, 0.1)],
      ...[sample(OURS, 1, 0.33), sample(OTHER, 1, 0.3)],
      ...[sample(OURS, 2, 0.12), sample(OTHER, 2, 0.1)],
    ];
    const [comparison] = compareScenarios(samples);
    expect(comparison).toMatchObject({ scenario: "A64", pairs: 3, verdict: "fail" });
    expect(comparison!.ratio).toBeCloseTo(1.1, 10);
    expect(comparison!.ratioOfMedians).toBeCloseTo(1.2, 10);
    expect(comparison!.interval).toEqual([0.11 / 0.1, 0.12 / 0.1]);
    expect(comparison!.quartiles[0]).toBeCloseTo(1.1, 10);
    expect(comparison!.quartiles[1]).toBeCloseTo(1.15, 10);
    expect(comparison!.cpuMs).toMatchObject({ own: 0.12, other: 0.1 });
  });

  it("leaves out a sample without its counterpart", () => {
    const samples = [sample(OURS, 0, 1), sample(OTHER, 0, 1), sample(OURS, 1, 9), sample(OTHER, 2, 1)];
    expect(compareScenarios(samples)[0]).toMatchObject({ pairs: 1, ratio: 1, verdict: "pass" });
  });

  it("reports the median latency, the highest memory and all failures of each build", () => {
    const samples = [
      sample(OURS, 0, 1, { p50Ms: 1, rssMiB: 100, failures: 1 }),
      sample(OURS, 1, 1, { p50Ms: 3, rssMiB: 300, failures: 2 }),
      sample(OURS, 2, 1, { p50Ms: 9, rssMiB: 200 }),
      sample(OTHER, 0, 1, { p50Ms: 4, rssMiB: 150 }),
    ];
    expect(compareScenarios(samples)[0]).toMatchObject({
      p50Ms: { own: 3, other: 4 },
      rssMiB: { own: 300, other: 150 },
      failures: { own: 3, other: 0 },
    });
  });

  it("shows the floor of the way that the scenario takes", () => {
    const floors = [sample(FLOORS.pass, -1, 0.04), sample(FLOORS.map, -1, 0.06)];
    const pass = compareScenarios([sample(OURS, 0, 1), sample(OTHER, 0, 1), ...floors]);
    expect(pass[0]!.cpuMs.floor).toBe(0.04);
    const inC64 = [sample(OURS, 0, 1), sample(OTHER, 0, 1), ...floors].map((one) => ({
      ...one,
      scenario: "C64",
    }));
    expect(compareScenarios(inC64)[0]!.cpuMs.floor).toBe(0.06);
  });

  it("keeps the order of the tables and the scenarios apart", () => {
    const samples = ["D64", "A64"].flatMap((scenario, index) => [
      sample(OURS, index, index + 1, { scenario }),
      sample(OTHER, index, 1, { scenario }),
    ]);
    const comparisons = compareScenarios(samples);
    expect(comparisons.map(({ scenario, ratio }) => [scenario, ratio])).toEqual([
      ["A64", 2],
      ["D64", 1],
    ]);
  });

  it("is unclear without a pair", () => {
    expect(compareScenarios([sample(OURS, 0, 1)])[0]).toMatchObject({ pairs: 0, verdict: "unclear" });
  });
});

describe("judgeComparison", () => {
  it("allows the bound itself and nothing above it", () => {
    expect(judgeComparison(0.5)).toBe("pass");
    expect(judgeComparison(1.05)).toBe("pass");
    expect(judgeComparison(1.0501)).toBe("fail");
    expect(judgeComparison(Number.NaN)).toBe("unclear");
  });
});
