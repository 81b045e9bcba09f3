import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { endProcesses, sendSignal } from "./end-processes.ts";

const time = vi.hoisted(() => ({ now: 0, pauses: [] as number[] }));

vi.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number) => {
    time.pauses.push(ms);
    time.now += ms;
  },
}));

describe("the end of processes", () => {
  let signals: unknown[][];
  let isGone: (pid: number) => boolean;

  beforeEach(() => {
    time.now = 1000;
    time.pauses = [];
    signals = [];
    isGone = () => false;
    vi.spyOn(performance, "now").mockImplementation(() => time.now);
    vi.spyOn(process, "kill").mockImplementation((pid, signal) => {
      signals.push([pid, signal]);
      if (isGone(pid)) throw Object.assign(new Error("gone"), { code: "ESRCH" });
      return true;
    });
  });
  afterEach(() => vi.restoreAllMocks());

  it("says whether a signal was sent", () => {
    expect(sendSignal(5, "SIGTERM")).toBe(true);
    isGone = () => true;
    expect(sendSignal(-5, "SIGSTOP")).toBe(false);
    expect(signals).toEqual([
      [5, "SIGTERM"],
      [-5, "SIGSTOP"],
    ]);
  });

  it("kills until none is found, and counts each process once", async () => {
    const looks = [[5, 6], [6, 7], [7], []];
    expect(await endProcesses(() => looks.shift() ?? [])).toBe(3);
    expect(signals.map(([pid]) => pid)).toEqual([5, 6, 6, 7, 7]);
    expect(new Set(signals.map(([, signal]) => signal))).toEqual(new Set(["SIGKILL"]));
    expect(time.pauses).toEqual([1, 2, 4]);
  });

  it("never ends itself", async () => {
    expect(await endProcesses(() => [process.pid])).toBe(0);
    expect(signals).toEqual([]);
  });

  it("pauses at most 50 ms, and gives up after five seconds", async () => {
    let finds = 0;
    const ended = await endProcesses(() => {
      finds += 1;
      return finds === 1 ? [5, 6] : [6];
    });
    expect(ended).toBe(1);
    expect(time.pauses.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 50, 50]);
    // 63 ms in six pauses, then 99 of 50 ms: the look after these is later than five seconds.
    expect(time.pauses).toHaveLength(105);
  });

  it("looks once more exactly five seconds after the beginning", async () => {
    let finds = 0;
    await endProcesses(() => {
      finds += 1;
      if (finds === 2) time.now = 6000;
      return [6];
    });
    expect(finds).toBe(3);
  });
});
