import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchParent } from "./parent-watch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the watch on the program that drives this one", () => {
  it("says once that it is gone", () => {
    const source = { ppid: 7, isDriven: () => true };
    const onGone = vi.fn();
    watchParent(onGone, source);
    vi.advanceTimersByTime(5000);
    expect(onGone).not.toHaveBeenCalled();
    source.ppid = 1;
    vi.advanceTimersByTime(500);
    expect(onGone).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(5000);
    expect(onGone).toHaveBeenCalledOnce();
  });

  it("does not watch if nobody writes to its input", () => {
    const source = { ppid: 7, isDriven: () => false };
    const onGone = vi.fn();
    watchParent(onGone, source);
    source.ppid = 1;
    vi.advanceTimersByTime(5000);
    expect(onGone).not.toHaveBeenCalled();
  });
});
