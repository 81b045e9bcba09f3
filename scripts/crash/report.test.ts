import { describe, expect, it } from "vitest";
import { addCounts, NO_COUNTS, renderReport } from "./report.ts";

const counts = { calls: 5, answered: 4, receipts: 3, interrupted: 2, bundles: 1, scannedFiles: 9 };
const report = { seeds: 4, seconds: 10, counts, violations: [], skipped: [] };

describe("the report of the crash command", () => {
  it("gives the numbers and the time of each seed", () => {
    const text = renderReport(report, 0);
    expect(text).toContain("4 seeds in 10 s (2.5 s each)");
    expect(text).toContain("5 calls sent, 4 answered, 3 receipts, 2 of them interrupted");
    expect(text.endsWith("no violation\n")).toBe(true);
  });

  it("names the seed of a violation and the command that repeats it", () => {
    const violations = [{ seed: 17, message: "I9: shrank" }];
    const text = renderReport({ ...report, violations, skipped: ["disk full"] }, 12);
    expect(text).toContain(
      "VIOLATION in seed 17: I9: shrank\n  repeat: npm run crash -- --first-seed 12 --seeds 6",
    );
    expect(text).toContain("skipped: disk full");
    expect(renderReport({ ...report, violations }, 0)).toContain("--first-seed 10 --seeds 8");
  });

  it("adds up the numbers of homes", () => {
    expect(addCounts(NO_COUNTS, counts)).toEqual(counts);
    expect(addCounts(counts, counts)).toEqual({
      calls: 10,
      answered: 8,
      receipts: 6,
      interrupted: 4,
      bundles: 2,
      scannedFiles: 18,
    });
  });
});
