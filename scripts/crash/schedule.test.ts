import { describe, expect, it } from "vitest";
import { describeSchedule, groupSeeds, makeSchedule, repeatCommand } from "./schedule.ts";
import { SeededRandom } from "./seeded-random.ts";

const schedules = Array.from({ length: 400 }, (_, seed) => makeSchedule(seed));

describe("the schedule of a seed", () => {
  it("is the same each time", () => {
    expect(Array.from({ length: 400 }, (_, seed) => makeSchedule(seed))).toEqual(schedules);
  });

  it("differs between seeds, and each extra happens in some of them", () => {
    expect(new Set(schedules.map((one) => JSON.stringify({ ...one, seed: 0 }))).size).toBeGreaterThan(390);
    for (const part of ["clockStep", "fullDisk", "rotateAfterMs"] as const) {
      const count = schedules.filter((one) => one[part] !== undefined).length;
      expect(count).toBeGreaterThan(30);
      expect(count).toBeLessThan(250);
    }
    expect(schedules.filter(({ workers }) => workers === 2).length).toBeGreaterThan(150);
    expect(schedules.some(({ clockStep }) => (clockStep?.byMs ?? 0) < 0)).toBe(true);
  });

  it("lets everything begin before the kill", () => {
    for (const { killAfterMs, clockStep, fullDisk, rotateAfterMs } of schedules) {
      for (const at of [clockStep?.afterMs, fullDisk?.afterMs, rotateAfterMs]) {
        expect(at ?? 0).toBeLessThanOrEqual(killAfterMs);
      }
    }
  });

  it("is described in one line", () => {
    const line = describeSchedule({
      seed: 1,
      workers: 2,
      callers: 5,
      killAfterMs: 300,
      clockStep: { afterMs: 1, byMs: 50 },
      fullDisk: { afterMs: 1, forMs: 9 },
      rotateAfterMs: 3,
    });
    expect(line).toBe(
      "2 workers, 5 callers, killed after 300 ms, clock +50 ms, disk full for 9 ms, key rotated",
    );
  });
});

describe("the groups of seeds", () => {
  it("begin at multiples of ten, so that a group can be repeated", () => {
    expect(groupSeeds(8, 5)).toEqual([
      [8, 9],
      [10, 11, 12],
    ]);
    expect(groupSeeds(0, 200)).toHaveLength(20);
    expect(repeatCommand(12, 10)).toBe("npm run crash -- --first-seed 10 --seeds 3");
  });
});

describe("seeded random numbers", () => {
  it("stay within their bounds and reach both", () => {
    const random = new SeededRandom(7);
    const drawn = new Set(Array.from({ length: 500 }, () => random.between(3, 6)));
    expect([...drawn].sort()).toEqual([3, 4, 5, 6]);
    expect([random.chance(0), random.chance(1)]).toEqual([false, true]);
  });
});
