import { describe, expect, it } from "vitest";
import { FakeClock } from "../../fixtures/fake-clock.ts";
import { settlesWithin, systemClock } from "./clock.ts";

describe("settlesWithin", () => {
  it("answers true for what settles, also by a failure, and stops its timer", async () => {
    const clock = new FakeClock();
    expect(await settlesWithin(clock, 10, Promise.resolve())).toBe(true);
    expect(await settlesWithin(clock, 10, Promise.reject(new Error("x")))).toBe(true);
    expect(clock.timers).toBe(0);
  });

  it("answers false after the time", async () => {
    const clock = new FakeClock();
    const answer = settlesWithin(clock, 10, new Promise(() => undefined));
    clock.advance(10);
    expect(await answer).toBe(false);
  });
});

describe("systemClock", () => {
  it("S50 measures monotonic time and stops timers", async () => {
    const from = systemClock.now();
    let calls = 0;
    const stop = systemClock.after(1, () => {
      calls += 1;
    });
    stop();
    await new Promise<void>((resolve) => systemClock.after(20, resolve));
    expect(calls).toBe(0);
    expect(systemClock.now()).toBeGreaterThan(from);
    const before = performance.now();
    const now = systemClock.now();
    expect([before <= now, now <= performance.now()]).toEqual([true, true]);
  });
});
