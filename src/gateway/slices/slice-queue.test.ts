import { describe, expect, it, vi } from "vitest";
import { SliceQueue } from "./slice-queue.ts";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

function work(name: string, steps: number, log: string[]) {
  let left = steps;
  return {
    step: () => {
      log.push(name);
      left -= 1;
      return left === 0;
    },
  };
}

describe("long work", () => {
  it("is done one slice per event-loop turn, in turns with other long work", async () => {
    const log: string[] = [];
    const queue = new SliceQueue();
    const first = queue.run(work("a", 3, log)).then(() => log.push("a done"));
    const second = queue.run(work("b", 1, log)).then(() => log.push("b done"));
    const turns: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await nextTurn();
      turns.push(log.filter((entry) => entry.length === 1).length);
    }
    await Promise.all([first, second]);
    expect(log).toEqual(["a", "b", "b done", "a", "a", "a done"]);
    expect(turns.every((count, at) => count <= at + 1)).toBe(true);
  });

  it("that fails, fails alone", async () => {
    const log: string[] = [];
    const queue = new SliceQueue();
    const failure = new Error("no");
    const failed = queue.run({
      step: () => {
        throw failure;
      },
    });
    const other = queue.run(work("b", 2, log));
    await expect(failed).rejects.toBe(failure);
    await other;
    expect(log).toEqual(["b", "b"]);
  });

  it("can wait for a turn of its own, after the work before it", async () => {
    const log: string[] = [];
    const queue = new SliceQueue();
    const before = queue.run(work("a", 1, log));
    const turn = queue.turn().then(() => log.push("own turn"));
    await Promise.all([before, turn]);
    expect(log).toEqual(["a", "own turn"]);
    await queue.turn();
  });

  it("leaves other callers several event-loop turns after a turn that was granted, also to work that comes later", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const queue = new SliceQueue();
      const granted: string[] = [];
      const ask = (name: string) => queue.turn().then(() => granted.push(name));
      const severalTurns = async () => {
        for (let turn = 0; turn < 5; turn += 1) await nextTurn();
      };
      const asked = [ask("first"), ask("second")];
      await severalTurns();
      expect(granted).toEqual(["first"]);
      vi.advanceTimersByTime(2);
      await severalTurns();
      expect(granted).toEqual(["first", "second"]);
      asked.push(ask("later"));
      await severalTurns();
      expect(granted).toEqual(["first", "second"]);
      vi.advanceTimersByTime(2);
      await Promise.all(asked);
      expect(granted).toEqual(["first", "second", "later"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("waits two milliseconds after a turn that was granted, and not after a slice", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const log: string[] = [];
      const queue = new SliceQueue();
      await queue.run(work("a", 3, log));
      await queue.turn();
      const next = queue.run(work("b", 1, log));
      for (const milliseconds of [0, 1]) {
        vi.advanceTimersByTime(milliseconds);
        for (let turn = 0; turn < 3; turn += 1) await nextTurn();
        expect(log).toEqual(["a", "a", "a"]);
      }
      vi.advanceTimersByTime(1);
      await next;
      expect(log).toEqual(["a", "a", "a", "b"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is done at once again if nothing was left to do", async () => {
    const log: string[] = [];
    const queue = new SliceQueue();
    await queue.run(work("a", 1, log));
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    await queue.run(work("b", 1, log));
    expect(log).toEqual(["a", "b"]);
  });
});
