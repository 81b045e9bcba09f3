import { describe, expect, it } from "vitest";
import { listFailures, listMissing } from "./compare-builds.ts";
import type { Comparison } from "./comparison.ts";

function comparison(scenario: string, pairs: number, own: number, other: number): Comparison {
  return { scenario, pairs, failures: { own, other } } as Comparison;
}

describe("the problems of a comparison", () => {
  it("include failed requests of either build", () => {
    const comparisons = [comparison("A64", 4, 0, 0), comparison("B64", 4, 3, 0), comparison("C64", 4, 0, 1)];
    expect(listFailures(comparisons)).toEqual([
      "B64: 3 requests of this build failed, 0 of the other",
      "C64: 0 requests of this build failed, 1 of the other",
    ]);
  });

  it("include the scenarios without a pair", () => {
    const comparisons = [comparison("A64", 4, 0, 0), comparison("B64", 0, 0, 0)];
    expect(listMissing(["A64", "B64", "C64"], comparisons)).toEqual([
      "B64: not measured, raise --minutes",
      "C64: not measured, raise --minutes",
    ]);
  });
});
