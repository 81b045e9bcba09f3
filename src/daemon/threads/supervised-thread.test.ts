import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  SupervisedThread,
  type ThreadOptions,
  type ThreadStart,
  type ThreadWorker,
} from "./supervised-thread.ts";

class FakeWorker extends EventEmitter {
  readonly posted: unknown[] = [];
  isTerminated = false;
  readonly start: ThreadStart;

  constructor(start: ThreadStart) {
    super();
    this.start = start;
  }

  postMessage(message: unknown): void {
    this.posted.push(message);
  }

  async terminate(): Promise<number> {
    this.isTerminated = true;
    this.emit("exit", 1);
    return 1;
  }

  becomeReady(port = 8088): void {
    this.emit("message", { kind: "ready", port });
  }
}

let workers: FakeWorker[];
let crashes: string[];
let reports: string[];
let starts: number;

beforeEach(() => {
  workers = [];
  crashes = [];
  reports = [];
  starts = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function thread(options: Partial<ThreadOptions> = {}): SupervisedThread {
  return new SupervisedThread(3, {
    entry: new URL("file:///entry.ts"),
    start: (index) => {
      starts += 1;
      return { data: { index, starts } };
    },
    stopTimeoutMs: 5000,
    onCrash: (index, error) => crashes.push(`${index}: ${error.message}`),
    onReport: (index, message, error) => reports.push(`${index}: ${message} (${error.message})`),
    createWorker: (_entry, start) => {
      const worker = new FakeWorker(start);
      workers.push(worker);
      return worker as unknown as ThreadWorker;
    },
    ...options,
  });
}

async function served(one: SupervisedThread): Promise<FakeWorker> {
  const started = one.start();
  workers.at(-1)!.becomeReady();
  await started;
  return workers.at(-1)!;
}

describe("a supervised thread", () => {
  it("is ready when it has told its port", async () => {
    const one = thread();
    const started = one.start();
    expect(one.isReady).toBe(false);
    workers[0]!.becomeReady(4711);
    expect(await started).toBe(4711);
    expect(one.isReady).toBe(true);
    expect(workers[0]!.start.data).toEqual({ index: 3, starts: 1 });
  });

  it("fails with its own error when it cannot start, and is not started again", async () => {
    const one = thread();
    const started = one.start();
    workers[0]!.emit("message", { kind: "failed", code: "config_invalid", text: "no", advice: "do it" });
    workers[0]!.emit("exit", 1);
    await expect(started).rejects.toMatchObject({ code: "config_invalid", message: "no", advice: "do it" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(workers).toHaveLength(1);
    expect(crashes).toEqual([]);
  });

  it("that ends without a word before it is ready fails with its status", async () => {
    const started = thread().start();
    workers[0]!.emit("exit", 7);
    await expect(started).rejects.toMatchObject({ code: "internal", message: expect.stringContaining("7") });
  });

  it("passes on the failures that it survives", async () => {
    await served(thread());
    workers[0]!.emit("message", { kind: "report", text: "a receipt failed", detail: "disk full" });
    expect(reports).toEqual(["3: a receipt failed (disk full)"]);
  });

  it("is started again 100 ms after a crash, with new data", async () => {
    const one = thread();
    const worker = await served(one);
    worker.emit("error", new Error("boom"));
    worker.emit("exit", 1);
    expect(crashes).toEqual(["3: boom"]);
    expect(one.isReady).toBe(false);
    vi.advanceTimersByTime(99);
    expect(workers).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(workers[1]!.start.data).toEqual({ index: 3, starts: 2 });
    workers[1]!.becomeReady();
    expect(one.isReady).toBe(true);
  });

  it("reports a crash whose reason is no error", async () => {
    const worker = await served(thread());
    worker.emit("error", "a text");
    worker.emit("exit", 1);
    expect(crashes).toEqual(["3: a text"]);
  });

  it("waits twice as long after each crash, up to 30 seconds", async () => {
    await served(thread());
    workers[0]!.emit("exit", 1);
    const delays: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      const before = workers.length;
      const start = performance.now();
      await vi.advanceTimersToNextTimerAsync();
      delays.push(performance.now() - start);
      expect(workers).toHaveLength(before + 1);
      // The restart fails, which is a crash too.
      workers.at(-1)!.emit("exit", 1);
      expect(crashes).toHaveLength(count + 2);
    }
    expect(delays).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
  });

  it.each([
    [59_999, 200],
    [60_000, 100],
  ])("that crashes after it served for %i ms waits %i ms", async (servedMs, delay) => {
    await served(thread());
    workers[0]!.emit("exit", 1);
    vi.advanceTimersByTime(100);
    workers[1]!.becomeReady();
    vi.advanceTimersByTime(servedMs);
    workers[1]!.emit("exit", 1);
    vi.advanceTimersByTime(delay - 1);
    expect(workers).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(workers).toHaveLength(3);
  });

  it("gets orders while it runs, and none while it waits for its restart", async () => {
    const one = thread();
    const worker = await served(one);
    const order = { kind: "replace_keys", keys: {}, columns: new Map() } as const;
    one.tell(order);
    expect(worker.posted).toEqual([order]);
    worker.emit("exit", 1);
    one.tell(order);
    expect(worker.posted).toHaveLength(1);
  });

  it("stops on request, and has stopped when it ends", async () => {
    const one = thread();
    const worker = await served(one);
    let hasStopped = false;
    const stopped = one.stop().then(() => {
      hasStopped = true;
    });
    await vi.advanceTimersByTimeAsync(4999);
    expect(worker.posted).toEqual([{ kind: "stop" }]);
    expect([hasStopped, worker.isTerminated]).toEqual([false, false]);
    worker.emit("exit", 0);
    await stopped;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([workers.length, worker.isTerminated]).toEqual([1, false]);
    expect(crashes).toEqual([]);
  });

  it("that does not stop in time is terminated", async () => {
    const one = thread();
    const worker = await served(one);
    const stopped = one.stop();
    await vi.advanceTimersByTimeAsync(5000);
    await stopped;
    expect(worker.isTerminated).toBe(true);
  });

  it("that waits for its restart is not started again once it was stopped", async () => {
    const one = thread();
    (await served(one)).emit("exit", 1);
    const stopped = one.stop();
    expect(vi.getTimerCount()).toBe(0);
    await stopped;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(workers).toHaveLength(1);
  });

  it("needs no listeners for crashes and reports", async () => {
    const one = new SupervisedThread(0, {
      entry: new URL("file:///entry.ts"),
      start: () => ({ data: 1 }),
      stopTimeoutMs: 1,
      createWorker: (_entry, start) => {
        workers.push(new FakeWorker(start));
        return workers.at(-1) as unknown as ThreadWorker;
      },
    });
    const worker = await served(one);
    worker.emit("message", { kind: "report", text: "a", detail: "b" });
    worker.emit("exit", 1);
    expect(one.isReady).toBe(false);
  });
});
