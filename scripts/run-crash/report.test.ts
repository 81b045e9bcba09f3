import { describe, expect, it } from "vitest";
import { addCounts, NO_COUNTS, renderReport } from "./report.ts";

const counts = { killed: 6, withProcesses: 5, withStage: 4, receipts: 3, interrupted: 2, events: 1 };
const report = { seeds: 4, seconds: 10, counts, levels: ["L3", "L0"], violations: [], skipped: [] };

describe("the report of killed runs", () => {
  it("gives the numbers and the time of each seed", () => {
    const text = renderReport(report);
    expect(text).toContain("4 seeds in 10 s (2.5 s each), sandbox levels L3 and L0");
    expect(text).toContain("6 runs killed, 5 of them with living processes, 4 with a stage");
    expect(text).toContain("3 receipts, 2 of them interrupted; 1 stored events");
    expect(text.endsWith("no violation\n")).toBe(true);
  });

  it("names the seed of a violation and the command that repeats it", () => {
    const violations = [{ seed: 17, message: "a stage is left" }];
    const text = renderReport({ ...report, violations, skipped: ["L3"] });
    expect(text).toContain("skipped: L3\nVIOLATION in seed 17: a stage is left\n");
    expect(text).toContain("repeat: npm run crash:runs -- --first-seed 17 --seeds 1\n1 violations\n");
  });

  it("adds up the numbers of homes", () => {
    expect(addCounts(NO_COUNTS, counts)).toEqual(counts);
    expect(addCounts(counts, counts)).toEqual({
      killed: 12,
      withProcesses: 10,
      withStage: 8,
      receipts: 6,
      interrupted: 4,
      events: 2,
    });
  });
});
