import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasLevel3 } from "../fixtures/level.ts";
import { escapeProbes } from "./escape-probes.ts";
import { ProbeRun } from "./probe-run.ts";

const level3 = hasLevel3();
let run: ProbeRun;

describe("escape attempts at L3", () => {
  beforeAll(async () => {
    if (level3) run = await ProbeRun.open("L3");
  });
  afterAll(async () => {
    if (level3) await run.close();
  });

  it("are many, and each has a name of its own", () => {
    expect(new Set(escapeProbes.map(({ name }) => name)).size).toBe(escapeProbes.length);
    expect(escapeProbes.length).toBeGreaterThanOrEqual(40);
    const leftovers = escapeProbes.filter(({ expected }) => expected === "leftover").map(({ name }) => name);
    expect(leftovers).toEqual(["set_group_id_bit", "see_mount_paths"]);
  });

  for (const probe of escapeProbes) {
    it(`${probe.name} (${probe.tries}) is ${probe.expected}`, async (ctx) => {
      if (!level3) ctx.skip("needs bwrap and user namespaces");
      const { outcome } = await run.run(probe);
      if (outcome === "skipped") ctx.skip(`needs ${probe.tool}`);
      expect(outcome).toBe(probe.expected === "held" ? "held" : "escaped");
    });
  }
});
