import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type HeartbeatMember, HeartbeatTimer } from "./heartbeat-timer.ts";

describe("the heartbeat timer", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function member(ticks: string[], name: string): HeartbeatMember {
    return { tick: (now) => void ticks.push(`${name}@${now}`) };
  }

  it("ticks every member four times a second with the time it is given", () => {
    const ticks: string[] = [];
    const timer = new HeartbeatTimer(() => 7);
    timer.add(member(ticks, "a"));
    timer.add(member(ticks, "b"));
    vi.advanceTimersByTime(249);
    expect(ticks).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(ticks).toEqual(["a@7", "b@7"]);
    vi.advanceTimersByTime(250);
    expect(ticks).toHaveLength(4);
    timer.close();
  });

  it("removes any member without losing another", () => {
    const ticks: string[] = [];
    const timer = new HeartbeatTimer(() => 0);
    const [a, b, c] = ["a", "b", "c"].map((name) => member(ticks, name));
    for (const one of [a!, b!, c!]) timer.add(one);
    timer.remove(a!);
    timer.remove(a!);
    expect(timer.size).toBe(2);
    timer.tick();
    expect(ticks.toSorted()).toEqual(["b@0", "c@0"]);
    timer.remove(c!);
    timer.remove(b!);
    expect(timer.size).toBe(0);
    timer.close();
  });

  it("ignores the removal of a member that was never added", () => {
    const timer = new HeartbeatTimer(() => 0);
    const other = member([], "other");
    timer.add(member([], "a"));
    timer.remove(other);
    timer.remove({ heartbeatIndex: 0 });
    expect(timer.size).toBe(1);
    timer.close();
  });

  it("lets a member leave while it is ticked", () => {
    const ticks: string[] = [];
    const timer = new HeartbeatTimer(() => 0);
    const leaving: HeartbeatMember = {
      tick: () => {
        ticks.push("leaving");
        timer.remove(leaving);
      },
    };
    timer.add(leaving);
    timer.add(member(ticks, "staying"));
    timer.tick();
    expect(ticks).toEqual(["leaving", "staying@0"]);
    timer.close();
  });

  it("stops when the last member has left, and starts again with the next", () => {
    const timer = new HeartbeatTimer(() => 0);
    const one = member([], "one");
    timer.add(one);
    expect(vi.getTimerCount()).toBe(1);
    timer.remove(one);
    vi.advanceTimersByTime(250);
    expect(vi.getTimerCount()).toBe(0);
    timer.add(one);
    expect(vi.getTimerCount()).toBe(1);
    timer.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
