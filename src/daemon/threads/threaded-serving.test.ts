import { MessagePort } from "node:worker_threads";
import { beforeEach, describe, expect, it } from "vitest";
import type { Config } from "../../config/index.ts";
import { claimPort, KeySlots } from "../../server/index.ts";
import type { Store } from "../../storage/index.ts";
import type { ThreadsOptions } from "./serving-threads.ts";
import type { ThreadOrder } from "./thread-message.ts";
import type { ThreadServerData } from "./thread-server.ts";
import { serveInThreads, type ThreadedServingOptions } from "./threaded-serving.ts";

let started: ThreadsOptions;
let orders: ThreadOrder[];
let stops: number;
let reports: string[];

beforeEach(() => {
  orders = [];
  stops = 0;
  reports = [];
});

function options(more: Partial<Config> = {}): ThreadedServingOptions {
  const config = {
    bind_address: "127.0.0.1",
    keys: { ada: { token: "a", engines: [] } },
    gateway: { workers: 2, drain_timeout_secs: 7 },
    ...more,
  } as unknown as Config;
  const store = {
    share: () => ({ data: { shared: true }, transferList: ["port"] }),
  } as unknown as Store;
  return {
    config,
    store,
    env: { A: "b" },
    port: 0,
    token: "t",
    keyDesk: { changed: async () => undefined },
    report: (message, error) => reports.push(`${message} ${(error as Error).message}`),
    logSettings: { level: "info", form: "json" },
  };
}

const serve = (more?: Partial<Config>) =>
  serveInThreads(options(more), async (given) => {
    started = given;
    const { port } = given.start(0).data as ThreadServerData;
    return {
      port,
      ready: 2,
      tell: (order) => orders.push(order),
      stop: async () => {
        stops += 1;
      },
    };
  });

const dataOf = (index: number): ThreadServerData => started.start(index).data as ThreadServerData;
const slotsOf = (index: number): KeySlots => {
  const { memory, row, columns } = dataOf(index).slots;
  return new KeySlots(memory, row, columns);
};
const ada = {
  name: "ada",
  tenant: "t",
  owner: "key:ada",
  roles: ["caller"] as const,
  isOnlyKey: false,
  readsUnowned: false,
  mode: undefined,
  mayUse: () => true,
  maxConcurrent: 2,
};

describe("serving in threads", () => {
  it("starts each thread with its own row, the store, the keys and the log's settings", async () => {
    const serving = await serve();
    expect([started.count, started.stopTimeoutMs]).toEqual([2, 12_000]);
    expect(started.entry.pathname).toMatch(/\/threads\/gateway-thread\.[jt]s$/);
    const { port, ...data } = dataOf(1);
    expect(serving.url).toBe(`http://127.0.0.1:${port}`);
    expect(data).toMatchObject({
      config: { keys: { ada: { token: "a" } } },
      store: { shared: true },
      env: { A: "b" },
      token: "t",
      logSettings: { level: "info", form: "json" },
      slots: { row: 1 },
    });
    expect(started.start(0).transferList).toEqual(["port", expect.any(MessagePort)]);
    expect([...data.slots.columns.keys()].sort()).toEqual(["ada", "local-admin", "owner"]);
    await serving.stop();
  });

  it("counts the calls of a key over all threads, and returns the share of a thread that crashed", async () => {
    const serving = await serve();
    const [first, second] = [slotsOf(0), slotsOf(1)];
    first.take(ada);
    second.take(ada);
    expect(() => first.take(ada)).toThrow();
    started.onCrash!(1, new Error("boom"));
    expect(reports).toEqual([expect.stringMatching(/thread 1 .*boom/)]);
    first.take(ada);
    expect(() => first.take(ada)).toThrow();
    await serving.stop();
  });

  it("tells all threads of new keys, and starts later threads with them", async () => {
    const serving = await serve();
    const first = slotsOf(0);
    first.take(ada);
    const keys = { eve: { token: "e", engines: [] } };
    serving.replaceKeys(keys);
    expect(orders).toEqual([{ kind: "replace_keys", keys, columns: dataOf(0).slots.columns }]);
    expect(dataOf(0).config.keys).toEqual(keys);
    expect(dataOf(0).slots.columns.get("eve")).toBe(3);
    // The removed key keeps its column, so that its calls are still counted.
    first.release(ada);
    expect(first.total).toBe(0);
    await serving.stop();
  });

  it("passes on what a thread reports", async () => {
    const serving = await serve();
    started.onReport!(1, "a receipt failed", new Error("disk full"));
    expect(reports).toEqual(["Serving thread 1: a receipt failed disk full"]);
    await serving.stop();
  });

  it("keeps the port while it serves, and gives it back when it has stopped", async () => {
    const serving = await serve();
    const port = Number(new URL(serving.url).port);
    await expect(claimPort("127.0.0.1", port)).rejects.toMatchObject({ code: "config_invalid" });
    await serving.stop();
    expect(stops).toBe(1);
    await (await claimPort("127.0.0.1", port)).release();
  });

  it("gives the port back when the threads cannot start", async () => {
    let port = 0;
    const failing = serveInThreads(options(), async (given) => {
      ({ port } = given.start(0).data as ThreadServerData);
      throw new Error("no threads");
    });
    await expect(failing).rejects.toThrow("no threads");
    await (await claimPort("127.0.0.1", port)).release();
  });

  it("writes an IPv6 address in brackets", async () => {
    const serving = await serve({ bind_address: "::1" });
    expect(serving.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    await serving.stop();
  });
});
