import { describe, expect, it } from "vitest";
import type { Config } from "../../config/index.ts";
import type { RunStore, SubmittedRun } from "../../storage/index.ts";
import { requireQueueRoom } from "./queue-room.ts";
import { RunQueue } from "./run-queue.ts";
import { hasRoom, nextOfTenant } from "./run-room.ts";
import { turnOrder } from "./turn-order.ts";

const limits = { total: 3, perBackend: 2 };

/** A store with the pending runs of tenants, in their order. It notes each read. */
function storeOf(pending: Record<string, readonly Partial<SubmittedRun>[]>) {
  const reads: string[] = [];
  const runsOf = (tenant: string) =>
    (pending[tenant] ?? []).map((run, at) => ({ runId: `${tenant}${at}`, tenant, backend: "mock", ...run }));
  const store: Pick<RunStore, "pending" | "pendingCounts"> = {
    pending: async (tenant, limit) => {
      reads.push(`${tenant} ${limit}`);
      return runsOf(tenant).slice(0, limit) as SubmittedRun[];
    },
    pendingCounts: async () => new Map(Object.keys(pending).map((tenant) => [tenant, runsOf(tenant).length])),
  };
  return { store, reads };
}

/** Takes runs from a queue until none may begin, as if each went on for ever. */
async function takeAll(
  queue: RunQueue,
  count = Number.POSITIVE_INFINITY,
  running = new Map<string, number>(),
) {
  const taken: string[] = [];
  while (taken.length < count) {
    const run = await queue.next(running);
    if (run === undefined) break;
    queue.take(run);
    running.set(run.backend, (running.get(run.backend) ?? 0) + 1);
    taken.push(run.runId);
  }
  return taken;
}

describe("the order of turns", () => {
  it.each([
    [["b", "a", "c"], undefined, ["a", "b", "c"]],
    [["b", "a", "c"], "a", ["b", "c", "a"]],
    [["b", "a", "c"], "c", ["a", "b", "c"]],
    [["b", "d"], "c", ["d", "b"]],
    [["b"], "b", ["b"]],
    [[], "b", []],
  ])("of %j after %j is %j", (tenants, last, order) => {
    expect(turnOrder(tenants, last)).toEqual(order);
  });
});

describe("the room for a run", () => {
  it.each([
    [{}, true],
    [{ mock: 1, other: 1 }, true],
    [{ mock: 2 }, false],
    [{ other: 2, third: 1 }, false],
  ])("beside %j is there: %j", (running, expected) => {
    expect(hasRoom("mock", new Map(Object.entries(running)), limits)).toBe(expected);
  });

  it("goes to the first run of a tenant whose backend has some, and to one that only ends", () => {
    const runs = [{ backend: "mock" }, { backend: "other" }, { backend: "full", cancelReason: "no" }];
    const full = new Map([["mock", 2]]);
    expect(nextOfTenant(runs.slice(0, 2), new Map(), limits)).toBe(runs[0]);
    expect(nextOfTenant(runs.slice(0, 2), full, limits)).toBe(runs[1]);
    expect(nextOfTenant(runs, new Map([["x", 3]]), limits)).toBe(runs[2]);
    expect(nextOfTenant([runs[0]!], full, limits)).toBe(undefined);
  });
});

describe("the queue of submitted runs", () => {
  it("gives each tenant its turn, whatever the others have submitted", async () => {
    const { store } = storeOf({ a: [{}, {}, {}, {}], b: [{}], c: [{}, {}] });
    const queue = new RunQueue(store, { total: 100, perBackend: 100 });
    expect(await takeAll(queue)).toEqual(["a0", "b0", "c0", "a1", "c1", "a2", "a3"]);
  });

  it("begins no more than the limits allow, and goes on when one has ended", async () => {
    const { store } = storeOf({ a: [{}, {}, { backend: "other" }], b: [{}, { backend: "third" }] });
    const queue = new RunQueue(store, limits);
    const running = new Map<string, number>();
    expect(await takeAll(queue, 9, running)).toEqual(["a0", "b0", "a2"]);
    running.set("mock", 1);
    expect(await takeAll(queue, 9, running)).toEqual(["b1"]);
  });

  it("looks behind runs whose backend is full, up to a limit, and reads few runs at once", async () => {
    const full = Array.from({ length: 100 }, () => ({}));
    const { store, reads } = storeOf({ a: [...full, { backend: "other" }] });
    const queue = new RunQueue(store, limits);
    expect((await queue.next(new Map([["mock", 2]])))?.runId).toBe("a100");
    expect(reads).toEqual(["a 32", "a 64", "a 128"]);
    const deep = storeOf({ a: [...full, ...full, ...full, { backend: "other" }] });
    expect(await new RunQueue(deep.store, limits).next(new Map([["mock", 2]]))).toBe(undefined);
    expect(deep.reads).toEqual(["a 32", "a 64", "a 128", "a 256"]);
  });

  it("reads the store again when its runs are used up, and when it has changed", async () => {
    const pending = { a: Array.from({ length: 40 }, (_, at) => ({ runId: `run ${at}` })) };
    const { store, reads } = storeOf(pending);
    const queue = new RunQueue(store, { total: 100, perBackend: 100 });
    for (let at = 0; at < 40; at += 1) {
      const run = await queue.next(new Map());
      expect(run?.runId).toBe(`run ${at}`);
      // As a claim does.
      pending.a.shift();
      queue.take(run!);
    }
    expect(await queue.next(new Map())).toBe(undefined);
    expect(reads).toEqual(["a 32", "a 32"]);
    pending.a.push({ runId: "new" });
    expect(await queue.next(new Map())).toBe(undefined);
    queue.changed();
    expect((await queue.next(new Map()))?.runId).toBe("new");
  });

  it("leaves out runs that begin while the store still holds them, however many", async () => {
    const { store, reads } = storeOf({ a: Array.from({ length: 70 }, () => ({})) });
    const begun = new Set<string>();
    const queue = new RunQueue(store, { total: 100, perBackend: 100 }, (runId) => begun.has(runId));
    for (let at = 0; at < 70; at += 1) {
      const run = await queue.next(new Map());
      expect(run?.runId).toBe(`a${at}`);
      begun.add(run!.runId);
      queue.take(run!);
      if (at % 10 === 0) queue.changed();
    }
    expect(await queue.next(new Map())).toBe(undefined);
    expect(reads.length).toBeLessThan(30);
  });

  it("gives a run that somebody asked to end without a turn", async () => {
    const { store } = storeOf({ a: [{}, { cancelReason: "no" }], b: [{}] });
    const queue = new RunQueue(store, limits);
    const cancelled = await queue.next(new Map([["mock", 3]]));
    expect(cancelled?.runId).toBe("a1");
    queue.remove(cancelled!);
    expect(await takeAll(queue, 2)).toEqual(["a0", "b0"]);
  });
});

describe("the length of the queue", () => {
  it("is limited for each tenant", async () => {
    const config = { runs: { max_queued_per_tenant: 2 } } as Config;
    const { store } = storeOf({ a: [{}, {}], b: [{}] });
    await requireQueueRoom(store, "b", config);
    await requireQueueRoom(store, "new", config);
    await expect(requireQueueRoom(store, "a", config)).rejects.toMatchObject({
      code: "run_queue_full",
      row: { status: 429, retryable: true },
      details: { waiting: 2, limit: 2 },
    });
  });
});
