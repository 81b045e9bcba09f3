import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { codeOf } from "../../ledger/fixtures/runs.ts";
import type { RareWrite } from "./batch.ts";
import { BatchClient } from "./batch-client.ts";
import { FakePort } from "./fixtures/fake-port.ts";

const rare: RareWrite = { kind: "checkpoint", tenant: "a" };
const prepared = (runId: string) => ({ runId, before: "1", between: "2", after: "3" });

let port: FakePort;
let client: BatchClient;
const begin = (runId: string) => client.begin("a", runId, `${runId}\n`);
const append = (runId: string) => client.append("a", prepared(runId));
/** Notes how a promise settles. */
function outcomeOf(promise: Promise<unknown>): { state: string } {
  const outcome = { state: "pending" };
  promise.then(
    () => (outcome.state = "resolved"),
    () => (outcome.state = "rejected"),
  );
  return outcome;
}
/** Runs the ticks and microtasks that are due, and lets this much time pass. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  port = new FakePort();
  client = new BatchClient(port, "/the/store");
});
afterEach(() => vi.useRealTimers());

describe("the client of a writer", () => {
  it("sends what one callback asks for as one batch, after that callback", async () => {
    const nextTick = vi.spyOn(process, "nextTick");
    void begin("r1");
    void begin("r2");
    void append("r0");
    void client.write(rare);
    const turns = nextTick.mock.calls.length;
    nextTick.mockRestore();
    expect(turns).toBe(1);
    expect(port.batches).toEqual([]);
    await pass();
    expect(port.batches).toEqual([
      {
        begins: ["a", "r1", "r1\n", "a", "r2", "r2\n"],
        appends: ["a", "r0", "1", "2", "3"],
        rare: [rare],
      },
    ]);
  });

  it("resolves only after the acknowledgement", async () => {
    const outcomes = [begin("r1"), append("r0"), client.write(rare)].map(outcomeOf);
    await pass(50);
    expect(outcomes.map(({ state }) => state)).toEqual(["pending", "pending", "pending"]);
    port.acknowledge();
    await pass();
    expect(outcomes.map(({ state }) => state)).toEqual(["resolved", "resolved", "resolved"]);
  });

  it("has one batch under way; what is asked for meanwhile goes into the next", async () => {
    const first = begin("r1");
    await pass();
    const second = outcomeOf(begin("r2"));
    const third = outcomeOf(append("r1"));
    await pass(100);
    expect(port.batches).toHaveLength(1);
    port.acknowledge();
    await first;
    await pass();
    expect(port.batches).toHaveLength(2);
    expect(port.batches[1]).toMatchObject({
      begins: ["a", "r2", "r2\n"],
      appends: ["a", "r1", "1", "2", "3"],
    });
    expect([second.state, third.state]).toEqual(["pending", "pending"]);
    port.acknowledge();
    await pass();
    expect([second.state, third.state]).toEqual(["resolved", "resolved"]);
  });

  it("lets a receipt wait up to 4 ms for other writes", async () => {
    void append("r1");
    await pass(3);
    expect(port.batches).toHaveLength(0);
    await pass(1);
    expect(port.batches).toHaveLength(1);
  });

  it("lets a receipt wait as long after many beginnings", async () => {
    for (const id of ["1", "2", "3", "4"]) void begin(id);
    await pass();
    port.acknowledge();
    void append("1");
    await pass(3);
    expect(port.batches).toHaveLength(1);
    await pass(1);
    expect(port.batches).toHaveLength(2);
  });

  it("does not extend the wait of a receipt when another one joins it", async () => {
    void append("r1");
    await pass(3);
    void append("r2");
    await pass(1);
    expect(port.batches).toHaveLength(1);
    expect(port.batches[0]?.appends).toHaveLength(10);
  });

  it("sends a waiting receipt at once with a write that somebody waits for", async () => {
    void append("r1");
    await pass(1);
    void client.write(rare);
    await pass();
    expect(port.batches).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
    await pass(20);
    expect(port.batches).toHaveLength(1);
  });

  it("lets a receipt that came during a batch wait after it", async () => {
    void begin("r1");
    await pass();
    void append("r1");
    port.acknowledge();
    await pass(3);
    expect(port.batches).toHaveLength(1);
    await pass(1);
    expect(port.batches).toHaveLength(2);
  });

  it("lets beginnings wait for each other only while many come", async () => {
    for (const id of ["1", "2", "3"]) void begin(id);
    await pass();
    port.acknowledge();
    void begin("4");
    await pass();
    expect(port.batches).toHaveLength(2);
    port.acknowledge();
    for (const id of ["5", "6", "7", "8"]) void begin(id);
    await pass();
    expect(port.batches).toHaveLength(3);
    port.acknowledge();
    void begin("9");
    await pass();
    expect(port.batches).toHaveLength(3);
    await pass(1);
    expect(port.batches).toHaveLength(4);
    port.acknowledge();
    void begin("10");
    await pass();
    expect(port.batches).toHaveLength(5);
  });

  it("sends 24 waiting beginnings without more delay", async () => {
    for (const id of ["1", "2", "3", "4"]) void begin(id);
    await pass();
    port.acknowledge();
    for (let id = 0; id < 24; id += 1) void begin(`${id}`);
    await pass();
    expect(port.batches).toHaveLength(1);
    void begin("24");
    await pass();
    expect(port.batches).toHaveLength(2);
    expect(port.batches[1]?.begins).toHaveLength(3 * 25);
  });

  it("shortens the wait of a receipt to that of a beginning", async () => {
    for (const id of ["1", "2", "3", "4"]) void begin(id);
    await pass();
    port.acknowledge();
    void append("1");
    await pass();
    void begin("5");
    await pass();
    expect(port.batches).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(1);
    await pass(1);
    expect(port.batches).toHaveLength(2);
  });

  it("passes the place of each receipt and the answer of each write to its caller", async () => {
    const calls = [append("r1"), append("r2"), client.write(rare), client.write(rare)] as const;
    await pass();
    port.acknowledge({ seqs: [7, 8], digests: ["d7", "d8"], answers: [false, true] });
    expect(await Promise.all(calls)).toEqual([
      { seq: 7, runId: "r1", sha256: "d7" },
      { seq: 8, runId: "r2", sha256: "d8" },
      false,
      true,
    ]);
  });

  it("rejects everything in a batch that failed, and goes on with the next", async () => {
    const calls = [begin("r1"), append("r0"), client.write(rare)].map(codeOf);
    await pass();
    port.acknowledge({ failure: "disk full" });
    expect(await Promise.all(calls)).toEqual(Array(3).fill("receipt_store_failed"));
    const next = outcomeOf(begin("r2"));
    await pass();
    port.acknowledge();
    await pass();
    expect(next.state).toBe("resolved");
  });

  it("says which store failed and why", async () => {
    const call = begin("r1").catch((error: unknown) => error);
    await pass();
    port.acknowledge({ failure: "disk full" });
    expect(await call).toMatchObject({ message: "disk full", where: "/the/store" });
  });

  it("rejects a batch that cannot be sent, and goes on with the next", async () => {
    port.postError = new Error("could not be cloned");
    const call = begin("r1").catch((error: unknown) => error);
    await pass();
    expect(await call).toMatchObject({
      code: "receipt_store_failed",
      message: "the batch cannot be sent to the writer",
      cause: { message: "could not be cloned" },
    });
    expect(port.isReferenced).toBe(false);
    const next = outcomeOf(begin("r2"));
    await pass();
    port.acknowledge();
    await pass();
    expect(next.state).toBe("resolved");
  });

  it("ignores an acknowledgement that it does not wait for", async () => {
    void begin("r1");
    await pass();
    port.acknowledge();
    const second = outcomeOf(append("r1"));
    port.acknowledge({ seqs: [0], digests: ["x"] });
    await pass(1);
    expect(second.state).toBe("pending");
  });
});

describe("the client keeps its process alive", () => {
  it("from a write to its acknowledgement, and no longer", async () => {
    expect(port.isReferenced).toBe(false);
    void append("r1");
    expect(port.isReferenced).toBe(true);
    await pass(4);
    void append("r2");
    port.acknowledge();
    expect(port.isReferenced).toBe(true);
    await pass(4);
    port.acknowledge();
    expect(port.isReferenced).toBe(false);
  });
});

describe("the client that is closed", () => {
  it("sends what is gathered at once, and waits for its acknowledgement", async () => {
    const call = outcomeOf(append("r1"));
    const closing = outcomeOf(client.close());
    await pass();
    expect(port.batches).toHaveLength(1);
    expect([closing.state, port.isClosed]).toEqual(["pending", false]);
    port.acknowledge();
    await pass();
    expect([call.state, closing.state, port.isClosed]).toEqual(["resolved", "resolved", true]);
  });

  it("waits for the batch under way and for the one that is gathered behind it", async () => {
    const first = outcomeOf(begin("r1"));
    await pass();
    const second = outcomeOf(append("r1"));
    const closing = outcomeOf(client.close());
    port.acknowledge();
    await pass();
    expect([first.state, second.state, closing.state]).toEqual(["resolved", "pending", "pending"]);
    expect(port.batches).toHaveLength(2);
    port.acknowledge();
    await pass();
    expect([second.state, closing.state]).toEqual(["resolved", "resolved"]);
  });

  it("lets beginnings that are gathered behind a batch wait for each other only after it", async () => {
    for (const id of ["1", "2", "3", "4"]) void begin(id);
    await pass();
    const last = outcomeOf(begin("5"));
    const closing = outcomeOf(client.close());
    await pass();
    expect([port.batches.length, vi.getTimerCount()]).toEqual([1, 0]);
    port.acknowledge();
    expect([port.batches.length, vi.getTimerCount()]).toEqual([1, 1]);
    await pass(1);
    expect(port.batches).toHaveLength(2);
    port.acknowledge();
    await pass();
    expect([last.state, closing.state, port.isClosed]).toEqual(["resolved", "resolved", true]);
  });

  it("is closed at once if nothing is under way", async () => {
    await client.close();
    expect(port.isClosed).toBe(true);
  });

  it("rejects what comes afterwards, while it waits and later", async () => {
    void append("r1");
    const closing = client.close();
    await expect(begin("r2")).rejects.toMatchObject({
      code: "receipt_store_failed",
      message: "the store is closed",
    });
    await pass();
    port.acknowledge();
    await closing;
    expect(await codeOf(append("r3"))).toBe("receipt_store_failed");
    expect(port.batches).toHaveLength(1);
  });
});

describe("the client whose writer has ended", () => {
  it("rejects what is under way, what is gathered and what comes", async () => {
    const first = begin("r1").catch((error: unknown) => error);
    await pass();
    const second = append("r1").catch((error: unknown) => error);
    port.close();
    expect(await first).toMatchObject({ message: "the writer of the store has ended", where: "/the/store" });
    expect(await second).toBe(await first);
    await expect(begin("r2")).rejects.toBe(await first);
    expect(port.isReferenced).toBe(false);
    await pass(20);
    expect([port.batches.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it("reports the first failure", async () => {
    const cause = new Error("out of memory");
    client.fail("the writer stopped", cause);
    port.close();
    await expect(begin("r1")).rejects.toMatchObject({ message: "the writer stopped", cause });
  });

  it("stops the timer of what was gathered", async () => {
    const call = append("r1").catch((error: unknown) => error);
    client.fail("the writer stopped");
    expect(vi.getTimerCount()).toBe(0);
    expect(await call).toMatchObject({
      ...{ code: "ledger_unavailable", message: "the writer stopped", where: "/the/store" },
      details: { retry_after_secs: 5 },
    });
  });

  it("reports the first failure also after it is closed", async () => {
    client.fail("the writer stopped");
    await client.close();
    await expect(begin("r1")).rejects.toMatchObject({
      code: "ledger_unavailable",
      message: "the writer stopped",
    });
  });

  it("can still be closed, also while it waits to be", async () => {
    void begin("r1").catch(() => undefined);
    await pass();
    const closing = client.close();
    client.fail("the writer stopped");
    await closing;
    expect(port.isClosed).toBe(true);
  });
});
