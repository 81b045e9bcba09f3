import { describe, expect, it } from "vitest";
import { RunClock } from "./run-clock.ts";

/** A wall clock that shows these times, in milliseconds. */
function clockOf(...times: number[]): RunClock {
  return new RunClock(() => new Date(times.shift() as number));
}

describe("the clock of a run", () => {
  it("shows the time of the wall clock, and says nothing while that goes forward or stands", () => {
    const clock = clockOf(1000, 1000, 1005);
    expect([clock.now(), clock.now(), clock.now()].map(Number)).toEqual([1000, 1000, 1005]);
    expect(clock.record()).toBeUndefined();
  });

  it("stands while the wall clock is behind, and records the longest distance", () => {
    const clock = clockOf(5000, 4000, 1000, 4999, 5001);
    expect([1, 2, 3, 4, 5].map(() => Number(clock.now()))).toEqual([5000, 5000, 5000, 5000, 5001]);
    expect(clock.record()).toEqual({ clamped: true, stepped_back_ms: 4000 });
  });

  it("records steps that others have found", () => {
    const clock = clockOf(5000);
    clock.noteStep(-7);
    expect(clock.record()).toBeUndefined();
    clock.noteStep(7);
    clock.noteStep(3);
    expect(clock.record()).toEqual({ clamped: true, stepped_back_ms: 7 });
  });
});
