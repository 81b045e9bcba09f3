import { describe, expect, it } from "vitest";
import { type Comparison, judgeComparison } from "./comparison.ts";
import { tableComparisons, writeVerdict } from "./comparison-table.ts";

function comparison(scenario: string, ratio: number): Comparison {
  return {
    scenario,
    title: scenario,
    pairs: 24,
    cpuMs: { own: 0.105, other: 0.1, floor: 0.046 },
    ratio,
    interval: [ratio - 0.01, ratio + 0.01],
    quartiles: [ratio - 0.03, ratio + 0.03],
    ratioOfMedians: 1.05,
    p50Ms: { own: 5.123, other: 5 },
    rssMiB: { own: 260.4, other: 250 },
    failures: { own: 0, other: 0 },
    verdict: judgeComparison(ratio),
  };
}

describe("tableComparisons", () => {
  it("shows both builds, the floor and the noise in one row per scenario", () => {
    const { head, rows } = tableComparisons([comparison("A64", 1.02), comparison("B64", 1.2)]);
    expect(rows[0]).toEqual([
      ...["A64", "✓", "1.020", "1.01–1.03", "0.99–1.05", "1.050"],
      ...["0.105", "0.100", "0.046", "5.12", "5.00", "260", "250", "24"],
    ]);
    expect(rows[1]!.slice(0, 3)).toEqual(["B64", "✗", "1.200"]);
    expect(head).toHaveLength(rows[0]!.length);
  });
});

describe("writeVerdict", () => {
  it("names the highest ratio when every scenario is within the bound", () => {
    const verdict = writeVerdict([comparison("A64", 1), comparison("B64", 1.04), comparison("C64", 0.9)]);
    expect(verdict).toMatch(
      /^✓ This build is within the bound of 1\.05 ×.* highest ratio is 1\.040 in B64\.$/,
    );
  });

  it("names every scenario above the bound with its interval", () => {
    const verdict = writeVerdict([comparison("A64", 1.06), comparison("B64", 1), comparison("C64", 1.2)]);
    expect(verdict).toMatch(
      /^✗ .* above the bound .* in A64 1\.060 \(1\.05–1\.07\), C64 1\.200 \(1\.19–1\.21\)\.$/,
    );
  });

  it("says which scenario has no pair", () => {
    expect(writeVerdict([comparison("A64", 1), comparison("Gp", Number.NaN)])).toMatch(
      /^\? No pair .* Gp\.$/,
    );
    expect(writeVerdict([])).toBe("? Nothing was measured.");
  });
});
