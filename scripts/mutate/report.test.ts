import { describe, expect, it } from "vitest";
import { findMutants } from "./mutant.ts";
import type { MutantResult, Status } from "./mutant-run.ts";
import { isGoodEnough, renderReport, scoreFolders } from "./report.ts";

const sampled = findMutants("src/a/a.ts", "a();\nb();\nc();\nd();\ne();\n");
const result = (index: number, status: Status): MutantResult => ({
  mutant: sampled[index]!,
  status,
  tests: ["src/a/a.test.ts"],
});

describe("scoreFolders", () => {
  it("counts what timed out as killed, and equivalents apart", () => {
    const results = [result(0, "killed"), result(1, "timed out"), result(2, "survived")];
    const [score] = scoreFolders({ sampled, results, equivalents: [sampled[3]!] });
    expect(score).toMatchObject({
      folder: "src/a",
      killed: 1,
      timedOut: 1,
      survived: 1,
      equivalent: 1,
      notRun: 1,
    });
    expect(score?.score).toBeCloseTo(66.67, 1);
  });
  it("counts code that no test runs as survived", () => {
    expect(scoreFolders({ sampled, results: [result(0, "no test")], equivalents: [] })[0]?.survived).toBe(1);
  });
  it("gives no score if nothing ran", () => {
    const folders = scoreFolders({ sampled, results: [], equivalents: [] });
    expect(folders[0]?.score).toBeUndefined();
    expect(isGoodEnough(folders)).toBe(true);
  });
});

describe("isGoodEnough", () => {
  it("asks for 90 % of every folder", () => {
    const [score] = scoreFolders({ sampled, results: [result(0, "killed")], equivalents: [] });
    expect(isGoodEnough([{ ...score!, score: 90 }])).toBe(true);
    expect(isGoodEnough([score!, { ...score!, score: 89.9 }])).toBe(false);
  });
});

describe("renderReport", () => {
  it("shows each survivor with its line before and after, and the scores", () => {
    const results = [result(1, "survived"), result(0, "killed")];
    const text = renderReport({
      folders: scoreFolders({ sampled, results, equivalents: [] }),
      survivors: [results[0]!],
      excludedTests: new Map([["src/a/b.test.ts", "runs no test case"]]),
      staleEquivalents: [{ file: "src/a/a.ts", original: "gone();", mutated: ";", reason: "r" }],
    });
    expect(text).toContain("src/a/a.ts:2 (effect)\n  - b();\n  + ;\n  passed: src/a/a.test.ts");
    expect(text).toContain("left out: src/a/b.test.ts runs no test case");
    expect(text).toContain("names a mutant that is gone: src/a/a.ts: gone();");
    expect(text).toMatch(/src\/a +1 +0 +1 +0 +3 +50\.0 % \(too low\)/);
  });
});
