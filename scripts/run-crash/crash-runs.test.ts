import { spawnSync } from "node:child_process";
import { platform } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { faultSize } from "../../test/fault-size.ts";
import { programsFolder } from "../../test/package/programs.ts";
import { crashRuns } from "./crash-runs.ts";

// Four seeds kill at the last step, before an operation and at an instant in a sandbox, and at the first step without one.
// Twenty kill at each step, before an operation and at an instant, both with and without a sandbox.
const SEEDS = faultSize(4, 20);
const FIRST_SEED = faultSize(7, 0);
const hasProgram = (name: string) => spawnSync(name, ["--version"]).status === 0;

describe("a run that is killed", () => {
  it("leaves no process, no stage and no mount after the next start, and has exactly one receipt", {
    timeout: 900_000,
  }, async (ctx) => {
    if (platform() !== "linux") ctx.skip("needs /proc");
    if (!hasProgram("python3")) ctx.skip("needs python3");
    if (!hasProgram("git")) ctx.skip("needs git");
    const lines: string[] = [];
    const abp = join(await programsFolder(), "abp.js");
    const report = await crashRuns({
      seeds: SEEDS,
      firstSeed: FIRST_SEED,
      abp,
      say: (line) => lines.push(line),
    });
    expect(report.violations).toEqual([]);
    expect(report.seeds).toBe(SEEDS);
    expect(lines).toHaveLength(SEEDS);
    expect(report.counts.killed).toBeGreaterThan(SEEDS / 2);
    expect(report.counts.withStage).toBeGreaterThan(SEEDS / 10);
    expect(report.counts.interrupted).toBeGreaterThan(SEEDS / 4);
    expect(report.counts.events).toBeGreaterThan(0);
  });
});
