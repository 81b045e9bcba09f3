import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CoarseClock } from "./coarse-clock.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  [[1000, 400, 8000], 100],
  [[401], 101],
  [[4], 10],
  [[40], 10],
  [[4000], 1000],
  [[60_000], 1000],
])("a clock for limits of %j ms ticks every %i ms", (limits, tick) => {
  const ticks = vi.fn();
  const clock = new CoarseClock(limits, ticks);
  expect(clock.milliseconds).toBe(tick);
  vi.advanceTimersByTime(tick - 1);
  expect([clock.now, ticks.mock.calls.length]).toEqual([0, 0]);
  vi.advanceTimersByTime(1);
  expect([clock.now, ticks.mock.calls.length]).toEqual([1, 1]);
  clock.stop();
  vi.advanceTimersByTime(tick * 10);
  expect([clock.now, ticks.mock.calls.length]).toEqual([1, 1]);
});

it("a limit is at least as long in ticks, because the first tick may come at once", () => {
  const clock = new CoarseClock([400], () => undefined);
  expect([clock.ticksFor(400), clock.ticksFor(401), clock.ticksFor(0)]).toEqual([5, 6, 1]);
  clock.stop();
});

it("the new tick is counted before the limits are looked at", () => {
  const seen: number[] = [];
  const clock: CoarseClock = new CoarseClock([400], () => seen.push(clock.now));
  vi.advanceTimersByTime(200);
  expect(seen).toEqual([1, 2]);
  clock.stop();
});

it("does not keep the process alive", () => {
  vi.useRealTimers();
  const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const clock = new CoarseClock([400], () => undefined);
  expect(process.getActiveResourcesInfo().filter((name) => name === "Timeout")).toHaveLength(before);
  clock.stop();
});
