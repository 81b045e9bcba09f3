import { EventEmitter } from "node:events";
import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../../test/eventually.ts";
import { exchangeRaw, open, post } from "../../../test/server/raw-client.ts";
import { type ServingThreads, startThreads } from "./serving-threads.ts";
import type { ThreadWorker } from "./supervised-thread.ts";

const entry = new URL("../fixtures/thread-entry.ts", import.meta.url);
const running: ServingThreads[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((threads) => threads.stop()));
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

async function start(
  count: number,
  onCrash?: (index: number, error: Error) => void,
): Promise<ServingThreads> {
  const port = await freePort();
  const threads = await startThreads({
    count,
    entry,
    start: () => ({ data: { port } }),
    stopTimeoutMs: 10_000,
    ...(onCrash === undefined ? {} : { onCrash }),
  });
  running.push(threads);
  return threads;
}

describe("serving threads", () => {
  it("serve on one port, each its share of the connections", async () => {
    const { port } = await start(2);
    const seen = new Set<string>();
    for (let count = 0; count < 60 && seen.size < 2; count += 1) {
      const { text } = await exchangeRaw(port, post("{}"), 5);
      seen.add(/x-thread: (\d+)/.exec(text)?.[1] ?? "none");
    }
    expect(seen.size).toBe(2);
    expect([...seen]).not.toContain("none");
  });

  it("are started again after a crash", async () => {
    const crashes: string[] = [];
    const threads = await start(1, (index, error) => crashes.push(`${index}: ${error.message}`));
    const socket = await open(threads.port);
    socket.on("error", () => undefined);
    socket.write(post('"crash"'));
    await until(() => crashes.length === 1);
    expect(crashes).toEqual(["0: crashed as told"]);
    await until(() => threads.ready === 1);
    expect((await exchangeRaw(threads.port, post("{}"))).statuses).toEqual([200]);
  });

  it("that cannot start fail with the thread's own error", async () => {
    const started = startThreads({
      count: 2,
      entry,
      start: () => ({ data: { port: 1 } }),
      stopTimeoutMs: 1000,
    });
    await expect(started).rejects.toMatchObject({ code: "config_invalid", message: "the port is 1" });
  });

  it("stop serving on request", async () => {
    const threads = await start(2);
    await threads.stop();
    expect(threads.ready).toBe(0);
    await expect(open(threads.port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});

class FakeWorker extends EventEmitter {
  readonly posted: unknown[] = [];

  postMessage(message: unknown): void {
    this.posted.push(message);
    this.emit("exit", 0);
  }

  async terminate(): Promise<number> {
    return 0;
  }
}

describe("a set of threads", () => {
  const startFakes = async (count: number, workers: FakeWorker[]): Promise<ServingThreads> =>
    startThreads({
      count,
      entry,
      start: (index) => ({ data: index }),
      stopTimeoutMs: 1000,
      createWorker: () => {
        workers.push(new FakeWorker());
        return workers.at(-1) as unknown as ThreadWorker;
      },
    });

  it("is started when all are ready, and tells orders to all", async () => {
    const workers: FakeWorker[] = [];
    const starting = startFakes(2, workers);
    let isStarted = false;
    void starting.then(() => {
      isStarted = true;
    });
    workers[1]!.emit("message", { kind: "ready", port: 2 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isStarted).toBe(false);
    workers[0]!.emit("message", { kind: "ready", port: 1 });
    const threads = await starting;
    expect([threads.port, threads.ready]).toEqual([1, 2]);
    const order = { kind: "replace_keys", keys: {}, columns: new Map() } as const;
    for (const worker of workers) worker.postMessage = (message) => worker.posted.push(message);
    threads.tell(order);
    expect(workers.map(({ posted }) => posted)).toEqual([[order], [order]]);
    for (const worker of workers) worker.postMessage = () => worker.emit("exit", 0);
    await threads.stop();
    expect(threads.ready).toBe(0);
  });

  it("is stopped as a whole when one cannot start", async () => {
    const workers: FakeWorker[] = [];
    const starting = startFakes(2, workers);
    workers[0]!.emit("message", { kind: "ready", port: 1 });
    workers[1]!.emit("exit", 3);
    await expect(starting).rejects.toThrow(/status 3/);
    expect(workers.map(({ posted }) => posted)).toEqual([[{ kind: "stop" }], []]);
  });
});
