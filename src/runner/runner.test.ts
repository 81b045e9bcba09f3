import { afterEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { AbpError } from "../contract/index.ts";
import { HeldBackend, openRunner, type RunnerCase } from "./fixtures/runner-case.ts";

let open: RunnerCase;
afterEach(() => open.close());

/** Waits until a run has ended, and gives its state and its receipts. */
async function ended(runId: string, tenant = "default") {
  const run = await eventually(async () => {
    const found = await open.store.runs.find(runId);
    expect(found?.state).not.toMatch(/pending|running/);
    return found!;
  });
  const receipts = [];
  for await (const { receipt } of open.store.ledger(tenant).entries())
    if (receipt.meta.run_id === runId) receipts.push(receipt);
  return { run, receipts };
}

/** The state, the number of receipts, and how the receipt says that the run ended. */
async function endOf(runId: string) {
  const { run, receipts } = await ended(runId);
  const { reason, code, message } = receipts[0]?.termination ?? {};
  return { state: run.state, count: receipts.length, reason, code, message };
}

const started = (held: HeldBackend, ...tasks: string[]) =>
  eventually(() => expect(held.started).toEqual(tasks));

describe("a submitted run", () => {
  it("is executed under its own id and leaves one receipt, its events and its state", async () => {
    open = await openRunner();
    await open.runner.start();
    const runId = await open.submit("do it");
    const { run, receipts } = await ended(runId);
    expect(run).toMatchObject({ state: "completed", reason: "completed" });
    expect(receipts).toMatchObject([
      {
        meta: { run_id: runId },
        outcome: "complete",
        backend: { id: "mock" },
        termination: { reason: "completed" },
      },
    ]);
    const lines = [];
    for await (const { line } of open.store.ledger("default").readEvents(runId, 0))
      lines.push(JSON.parse(line).type);
    expect(lines).toEqual(["run_started", "assistant_message", "assistant_message", "run_completed"]);
    expect(open.warnings).toEqual([]);
  });

  it("waits for the start of the runner, and runs of a process before are taken up", async () => {
    open = await openRunner();
    const runId = await open.submit("early");
    expect((await open.store.runs.find(runId))?.state).toBe("pending");
    await open.runner.start();
    expect((await ended(runId)).run.state).toBe("completed");
  });

  it.each([
    ["an unknown backend", { backend: "none" }, "failed", "backend_not_found"],
    ["an unknown engine", { with: { engine: "none" } }, "failed", "usage_invalid"],
    ["an unknown check", { with: { check: "none" } }, "refused", "run_source_refused"],
    [
      "a run to continue that is not there",
      { with: { resume: { runId: "x", isFork: false } } },
      "refused",
      "session_not_found",
    ],
    [
      "a submission that cannot be read",
      { submission: '{"order":{"id":"x"}}' },
      "failed",
      "contract_schema_violation",
    ],
    [
      "a root that leads elsewhere since it was checked",
      { order: { workspace: { root: "/proc/self/cwd" } } },
      "refused",
      "run_source_refused",
    ],
    ["a task that says nothing", { order: {}, with: {} }, "failed", "validation_failed"],
  ])("leaves one receipt with %s", async (what, more, reason, code) => {
    open = await openRunner();
    await open.runner.start();
    const runId = await open.submit(what.includes("says nothing") ? " " : "do it", more);
    expect(await endOf(runId)).toMatchObject({ state: "failed", count: 1, reason, code });
  });

  it("leaves one receipt if its files cannot be taken, or its key is gone, and removes what it had", async () => {
    const closed: string[] = [];
    open = await openRunner([], {
      parts: {
        openSource: async ({ order }) => {
          if (order.task === "bad") throw new AbpError("run_source_invalid", "the archive is cut off");
          if (order.task === "odd") throw new Error("EIO");
          return { order, close: async () => void closed.push(order.task) };
        },
        checkKey: ({ keyName }) => {
          if (keyName === "gone") throw new AbpError("access_denied", "the key gone was revoked");
        },
      },
    });
    await open.runner.start();
    const bad = await endOf(await open.submit("bad"));
    expect(bad).toEqual({
      ...{ state: "failed", count: 1, reason: "failed" },
      ...{ code: "run_source_invalid", message: "the archive is cut off" },
    });
    expect(await endOf(await open.submit("odd"))).toMatchObject({ count: 1, code: "internal" });
    expect(await endOf(await open.submit("x", { keyName: "gone" }))).toMatchObject({
      count: 1,
      reason: "refused",
    });
    expect(await endOf(await open.submit("good", { backend: "none" }))).toMatchObject({ count: 1 });
    await eventually(() => expect(closed).toEqual(["good"]));
  });
});

describe("the end of a run that somebody asks for", () => {
  it("reaches a run that goes on", async () => {
    const held = new HeldBackend();
    open = await openRunner([held]);
    await open.runner.start();
    const runId = await open.submit("a");
    await started(held, "a");
    await open.store.runs.requestCancel(runId, "enough");
    open.runner.cancel(runId, "enough");
    expect(await endOf(runId)).toEqual({
      ...{ state: "cancelled", count: 1, reason: "cancelled", code: "run_cancelled" },
      message: "the caller cancelled the run: enough",
    });
  });

  it("gives a run that waits its one receipt, though no run may begin", async () => {
    const held = new HeldBackend();
    open = await openRunner([held], { runs: { max_running: 1 } });
    await open.runner.start();
    await open.submit("a");
    const waiting = await open.submit("b");
    await started(held, "a");
    await open.store.runs.requestCancel(waiting, "not needed");
    open.runner.cancel(waiting, "not needed");
    expect(await endOf(waiting)).toMatchObject({
      ...{ state: "cancelled", count: 1, reason: "cancelled" },
      message: "the caller cancelled the run: not needed",
    });
    expect(held.started).toEqual(["a"]);
  });

  it("counts although the process that was asked ended before it did anything", async () => {
    const held = new HeldBackend();
    open = await openRunner([held]);
    const runId = await open.submit("a");
    await open.store.runs.requestCancel(runId, "too late");
    await open.runner.start();
    expect(await endOf(runId)).toMatchObject({ state: "cancelled", count: 1 });
    expect(held.started).toEqual([]);
  });

  it("changes nothing of a run that has ended or does not exist", async () => {
    open = await openRunner();
    await open.runner.start();
    const runId = await open.submit("a");
    await ended(runId);
    open.runner.cancel(runId, "late");
    open.runner.cancel("00000000-0000-4000-8000-000000000009", "nobody");
    await open.runner.stop(AbortSignal.abort());
    expect(await endOf(runId)).toMatchObject({ state: "completed", count: 1 });
    expect(open.warnings).toEqual([]);
  });
});

describe("the runs that go on at the same time", () => {
  it("are no more than the limits allow, and the next one begins when one has ended", async () => {
    const held = new HeldBackend("held");
    const other = new HeldBackend("other");
    open = await openRunner([held, other], { runs: { max_running: 3, max_running_per_backend: 2 } });
    for (const task of ["a", "b", "c"]) await open.submit(task);
    await open.submit("urgent", { priority: 5 });
    await open.submit("o", { backend: "other" });
    await open.runner.start();
    await started(held, "urgent", "a");
    await started(other, "o");
    expect(open.runner.running).toBe(3);
    held.end("a");
    await started(held, "urgent", "a", "b");
    expect(await open.runner.steer("none", "x")).toBe(false);
  });

  it("take messages for their agents", async () => {
    const held = new HeldBackend();
    open = await openRunner([held]);
    await open.runner.start();
    const runId = await open.submit("a");
    await started(held, "a");
    expect(await open.runner.steer(runId, "faster")).toBe(true);
    expect(held.steered).toEqual(["faster"]);
    held.end("a");
    await ended(runId);
    expect(await open.runner.steer(runId, "late")).toBe(false);
  });
});

describe("a runner that stops", () => {
  it("lets runs finish, takes no further one, and leaves those that wait to the next process", async () => {
    const held = new HeldBackend();
    open = await openRunner([held], { runs: { max_running: 1 } });
    await open.runner.start();
    const first = await open.submit("a");
    const second = await open.submit("b");
    await started(held, "a");
    const stopped = open.runner.stop(new AbortController().signal);
    held.end("a");
    await stopped;
    expect(await endOf(first)).toMatchObject({ state: "completed", count: 1 });
    expect((await open.store.runs.find(second))?.state).toBe("pending");
  });

  it("cancels runs when the time to drain is over, and their receipts say so", async () => {
    const held = new HeldBackend();
    open = await openRunner([held]);
    await open.runner.start();
    const runId = await open.submit("a");
    await started(held, "a");
    const deadline = new AbortController();
    const stopped = open.runner.stop(deadline.signal);
    deadline.abort();
    await stopped;
    expect(await endOf(runId)).toMatchObject({
      ...{ state: "cancelled", count: 1 },
      message: "the caller cancelled the run: the daemon stops",
    });
  });
});

describe("a store that fails", () => {
  it("is asked again later, and no run is lost", async () => {
    const retries: (() => void)[] = [];
    open = await openRunner([], { parts: { later: (call) => void retries.push(call) } });
    const runId = await open.submit("a");
    vi.spyOn(open.store.runs, "claim").mockRejectedValueOnce(new Error("the disk is full"));
    await open.runner.start();
    await eventually(() => expect(retries).toHaveLength(1));
    expect(open.warnings).toEqual(["the queue of runs cannot be used: the disk is full"]);
    retries[0]!();
    expect(await endOf(runId)).toMatchObject({ state: "completed", count: 1 });
  });
});
