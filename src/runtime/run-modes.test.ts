import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AgentEvent } from "../contract/index.ts";
import { FakeBackend, report, say } from "./fixtures/fake-backend.ts";
import { FakeLog } from "./fixtures/fake-log.ts";
import { FakeWorkspace } from "./fixtures/fake-workspace.ts";
import { finishRun, startRun } from "./fixtures/start-run.ts";
import { takeAll } from "./fixtures/take-all.ts";

let workspace: FakeWorkspace;
beforeEach(() => {
  workspace = new FakeWorkspace();
});
afterEach(() => workspace.close());

const request = { model: "m", messages: [{ role: "user", content: "hi" }], odd: { nested: true } };
const passthrough = { config: { vendor: { abp: { mode: "passthrough", request }, extra: [1] } } };

/** A backend that can run in passthrough mode. */
function passing(run?: ConstructorParameters<typeof FakeBackend>[0]): FakeBackend {
  const backend = new FakeBackend(run);
  backend.facts = { ...backend.facts, mode: "passthrough" };
  return backend;
}

describe("passthrough mode", () => {
  it("hands the order over as it is, except for the workspace that was staged", async () => {
    const backend = passing();
    const order = { ...passthrough, workspace: { root: "/repo" } };
    const { receipt } = await finishRun(backend, { workspace, order });
    const { workOrder, mode } = backend.given!;
    expect([mode, receipt.mode]).toEqual(["passthrough", "passthrough"]);
    expect(workOrder.config.vendor).toEqual(passthrough.config.vendor);
    expect(workOrder.workspace).toEqual({ root: "/stage", mode: "staged", include: [], exclude: [] });
  });

  it("changes nothing of an order whose workspace is not staged", async () => {
    workspace.isolation = "none";
    const backend = passing();
    await finishRun(backend, {
      workspace,
      order: { ...passthrough, workspace: { root: ".", mode: "pass_through" } },
    });
    expect(backend.given?.workOrder.workspace.root).toBe(".");
    expect(backend.opened?.mayReuse).toBe(false);
    const mapped = new FakeBackend();
    await finishRun(mapped, { workspace, order: { workspace: { root: ".", mode: "pass_through" } } });
    expect(mapped.given?.workOrder.workspace.root).toBe(process.cwd());
    expect(mapped.opened?.mayReuse).toBe(true);
  });

  it("passes events on untouched, with unknown members and times out of order; mapped mode moves the times", async () => {
    const events = [
      { ...say("b", "2026-01-01T00:00:05Z"), odd: { z: 1, a: 2 } },
      { ...say("a", "2026-01-01T00:00:01Z"), ext: { raw_message: { kept: true } } },
    ] as AgentEvent[];
    const run = async function* () {
      yield events;
      return report;
    };
    const log = new FakeLog();
    const passed = await finishRun(passing(run), { order: passthrough, options: { log } });
    expect(passed.events).toEqual(events);
    expect(passed.receipt.trace).toEqual(events);
    expect(passed.receipt.observed?.clock).toBeUndefined();
    const mapped = await finishRun(new FakeBackend(run));
    expect(mapped.events.map(({ ts }) => ts)).toEqual(["2026-01-01T00:00:05Z", "2026-01-01T00:00:05Z"]);
    expect(mapped.receipt.observed?.clock).toEqual({ clamped: true, stepped_back_ms: 4000 });
  });

  it("is refused before anything begins by a backend that is known to map, and after its hello by another", async () => {
    const known = new FakeBackend();
    known.known = known.facts;
    const early = await finishRun(known, { order: { config: { vendor: { "abp.mode": "passthrough" } } } });
    expect(early.receipt.termination).toMatchObject({ reason: "refused", code: "capability_unsupported" });
    expect(known.calls).toEqual([]);
    const started = new FakeBackend();
    const late = await finishRun(started, { order: passthrough });
    expect(late.error?.message).toBe("the backend fake cannot run in passthrough mode");
    expect(started.calls).toEqual(["open", "close"]);
  });

  it("is refused by a backend of another dialect", async () => {
    const backend = passing();
    backend.dialect = "gemini";
    const vendor = { abp: { mode: "passthrough", source_dialect: "claude" } };
    const { error } = await finishRun(backend, { order: { config: { vendor } } });
    expect(error).toMatchObject({
      code: "mapping_dialect_mismatch",
      message: "the backend fake speaks gemini, and the order speaks claude",
    });
    backend.dialect = "claude";
    expect((await finishRun(backend, { order: { config: { vendor } } })).error).toBeUndefined();
  });
});

describe("the clock of a run", () => {
  it("S50 never goes back in the receipt, and does not move the limits", async () => {
    const times = [3_600_000, 0, 0];
    const now = () => new Date(times.shift() ?? 0);
    const { receipt } = await finishRun(
      async function* (context) {
        yield [{ ts: context.now().toISOString(), type: "warning", message: "x" }];
        return report;
      },
      { order: { timeoutMs: 60_000 }, options: { now } },
    );
    expect(receipt.termination?.reason).toBe("completed");
    expect(receipt.meta).toMatchObject({
      started_at: "1970-01-01T01:00:00.000Z",
      finished_at: "1970-01-01T01:00:00.000Z",
      duration_ms: 0,
    });
    expect(receipt.observed?.clock).toEqual({ clamped: true, stepped_back_ms: 3_600_000 });
  });
});

describe("a run with many events", () => {
  it("holds the first in its receipt, counts all, and keeps memory flat, also if nobody reads", async () => {
    const batch = Array.from({ length: 500 }, (_, index) => say(`event ${index} ${"x".repeat(200)}`));
    let peak = 0;
    const run = startRun(
      async function* () {
        for (let round = 0; round < 200; round += 1) {
          yield batch;
          if (round === 20) globalThis.gc?.();
          if (round % 50 === 0) peak = Math.max(peak, process.memoryUsage().heapUsed);
        }
        return report;
      },
      { options: { maxTraceEvents: 100 } },
    );
    const { trace, observed } = await run.receipt;
    expect([trace.length, observed?.trace?.events, observed?.trace?.kept]).toEqual([100, 100_000, 100]);
    // All events together would take more than 30 MB.
    expect(peak).toBeLessThan(400 * 1024 * 1024);
    await expect(takeAll(run.events)).rejects.toMatchObject({ code: "stream_closed" });
  });

  it("ends with a limit if it floods, and records little after it was told to stop", async () => {
    const { receipt } = await finishRun(
      async function* () {
        for (let round = 0; round < 100; round += 1) yield Array.from({ length: 100 }, () => say("x"));
        return report;
      },
      { order: { limits: { output_bytes: 5000 } } },
    );
    expect(receipt.termination).toMatchObject({ reason: "failed", code: "sidecar_output_exceeded" });
    expect(receipt.observed?.trace?.events).toBeLessThan(1200);
  });

  it("states what it cost, and what of it was metered", async () => {
    const { receipt } = await finishRun(
      async function* () {
        yield [];
        return { ...report, usage: { estimated_cost_usd: 0.5 } };
      },
      { order: { config: { max_budget_usd: 1 } }, options: {} },
    );
    expect(receipt.observed?.budget).toEqual({ limit_usd: 1, reported_usd: 0.5, metered_usd: null });
    expect(receipt.termination?.reason).toBe("completed");
    expect((await finishRun(new FakeBackend())).receipt.observed).not.toHaveProperty("budget");
  });

  it("gives up on a backend that does not stop once it was killed", async () => {
    const { observeEvents } = await import("./steps/observe.ts");
    const { RunControl } = await import("./ending/run-control.ts");
    const control = new RunControl();
    const never = (async function* () {
      yield [];
      await new Promise(() => undefined);
      return report;
    })();
    const ignore = { add: () => undefined, flush: async () => undefined, bytes: 0 };
    const limits = { waiting: () => undefined, working: () => undefined, report: () => undefined };
    const gate = { observe: () => undefined, finish: () => undefined };
    const observed = observeEvents(never, { recorder: ignore, limits, gate, control } as never, 1);
    control.cancel("now");
    expect(await observed).toBeUndefined();
  });
});
