import { afterEach, describe, expect, it, vi } from "vitest";
import { type Backend, mockBackend, type RunReport } from "../backends/index.ts";
import { AbpError, type AgentEvent, buildWorkOrder, openPolicy, parseDocument } from "../contract/index.ts";
import { validateReceipt } from "../receipts/index.ts";
import { FakeLog } from "./fixtures/fake-log.ts";
import { type RunOptions, runWorkOrder } from "./run.ts";

const orderId = "01890a5d-ac96-774b-bcce-b302099a8057";

function options(more: Partial<RunOptions> = {}): RunOptions {
  let clock = Date.parse("2026-01-01T00:00:00Z");
  let count = 0;
  return {
    backend: mockBackend,
    now: () => new Date(clock++),
    newId: () => `00000000-0000-7000-8000-${String(++count).padStart(12, "0")}`,
    signal: new AbortController().signal,
    software: { name: "agent-backplane", version: "0.0.0" },
    ...more,
  };
}

function backendThat(run: Backend["run"]): Backend {
  return { ...mockBackend, run };
}

const started: AgentEvent = { ts: "2026-01-01T00:00:00Z", type: "run_started", message: "x" };
const report: RunReport = { outcome: "complete", usage: {}, usageRaw: {}, artifacts: [], harnessOk: true };
const order = buildWorkOrder(orderId, "say hello");
const impossible = buildWorkOrder(orderId, "x", {
  requirements: [{ capability: "mcp_client", min_support: "native" }],
});

afterEach(() => vi.useRealTimers());

describe("a run", () => {
  it("has a valid receipt where the clock steps back, which says so", async () => {
    const times = ["08:00:05", "08:00:06", "07:00:00", "07:00:01", "07:00:02", "07:00:03"];
    const now = () => new Date(`2026-01-01T${times.length > 1 ? times.shift() : times[0]}Z`);
    const { receipt, verification } = await runWorkOrder(order, options({ now, log: new FakeLog() }));
    expect(verification.findings).toEqual([]);
    expect(validateReceipt(JSON.stringify(receipt)).errors).toEqual([]);
    expect(receipt.meta).toMatchObject({ finished_at: "2026-01-01T08:00:06.000Z", duration_ms: 1000 });
    expect(receipt.observed?.clock).toEqual({ clamped: true, stepped_back_ms: 3_606_000 });
  });

  it("has a valid receipt where the backend's clock steps back", async () => {
    const early: AgentEvent = { ts: "2025-12-31T23:59:59.500Z", type: "run_completed", message: "y" };
    const backend = backendThat(async function* () {
      yield started;
      yield early;
      return report;
    });
    const { receipt } = await runWorkOrder(order, options({ backend }));
    expect(validateReceipt(JSON.stringify(receipt)).errors).toEqual([]);
    expect(receipt.trace.map(({ ts }) => ts)).toEqual([started.ts, started.ts]);
    expect(receipt.observed?.clock).toEqual({ clamped: true, stepped_back_ms: 500 });
  });

  it("returns a valid receipt that separates observations from the backend's report", async () => {
    const seen: string[] = [];
    const { receipt, error, verification } = await runWorkOrder(
      order,
      options({ onEvent: (event) => seen.push(event.type) }),
    );
    expect(error).toBeUndefined();
    expect(receipt).toMatchObject({
      meta: { run_id: "00000000-0000-7000-8000-000000000001", work_order_id: orderId },
      outcome: "complete",
      termination: { reason: "completed" },
      usage_raw: { note: "mock" },
      verification: { harness_ok: true },
      observed: {
        policy: "open",
        sandbox_level: "L0",
        software: { name: "agent-backplane", version: "0.0.0" },
        work_order_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        policy_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      reported: [{ by: "mock", outcome: "complete", usage_raw: { note: "mock" } }],
      negotiation: { verdict: "accept" },
    });
    expect(receipt.decision_id).toBe(receipt.negotiation?.decision_id);
    expect(seen).toEqual(receipt.trace.map((event) => event.type));
    expect(validateReceipt(JSON.stringify(receipt))).toMatchObject({ ok: true, errors: [] });
    expect(verification).toMatchObject({ ok: true, key: null, runId: receipt.meta.run_id, chain: null });
    parseDocument("receipt", JSON.parse(JSON.stringify(receipt)));
  });

  it("has a clock, ids and a signal of its own where the caller passes none", async () => {
    const { receipt } = await runWorkOrder(order, {
      backend: mockBackend,
      software: { name: "test", version: "1" },
    });
    expect(receipt.meta.run_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
    expect(receipt.meta.run_id).not.toBe(receipt.decision_id);
    expect(Math.abs(Date.parse(receipt.meta.started_at) - Date.now())).toBeLessThan(600_000);
  });

  it("lets the order's strictness override the configured one", async () => {
    const requirements = [{ capability: "tool_read", min_support: "emulated" } as const];
    const strict = buildWorkOrder(orderId, "x", { requirements, compatibility: "strict" });
    expect((await runWorkOrder(strict, options({ mode: "best_effort" }))).decision.verdict).toBe("reject");
    const lax = buildWorkOrder(orderId, "x", { requirements });
    expect((await runWorkOrder(lax, options({ mode: "best_effort" }))).decision.verdict).toBe("accept");
    expect((await runWorkOrder(lax, options({ mode: "strict" }))).decision.verdict).toBe("reject");
  });

  it("does not begin where a pattern of the order's policy or of a floor does not compile", async () => {
    const bad = { ...openPolicy(), deny_read: ["["] };
    const log = new FakeLog();
    await expect(runWorkOrder({ ...order, policy: bad }, options({ log }))).rejects.toMatchObject({
      code: "policy_invalid",
    });
    await expect(runWorkOrder(order, options({ log, policyFloors: [bad] }))).rejects.toMatchObject({
      code: "policy_invalid",
    });
    expect(log.calls).toEqual([]);
  });

  it("says in its receipt that there was a policy which nothing enforced", async () => {
    const floor = { ...openPolicy(), deny_read: ["**/.env"] };
    const { receipt } = await runWorkOrder(order, options({ policyFloors: [floor] }));
    expect(receipt.observed?.policy).toBe("advisory");
    const open = await runWorkOrder(order, options());
    expect(receipt.observed?.policy_sha256).not.toBe(open.receipt.observed?.policy_sha256);
  });

  it("does not begin where the order makes no sense", async () => {
    const log = new FakeLog();
    const blank = buildWorkOrder(orderId, "  ");
    await expect(runWorkOrder(blank, options({ log }))).rejects.toMatchObject({ code: "validation_failed" });
    expect(log.calls).toEqual([]);
  });
});

describe("a run with a log", () => {
  it("is durable there before the backend starts", async () => {
    const log = new FakeLog();
    const disk = Promise.withResolvers<void>();
    log.beforeBegin = () => disk.promise;
    const backend = backendThat(async function* () {
      log.calls.push("backend");
      yield started;
      return report;
    });
    const running = runWorkOrder(order, options({ log, backend }));
    await vi.waitFor(() => expect(log.calls).toEqual(["begin"]));
    disk.resolve();
    await running;
    expect(log.calls).toEqual(["begin", "begun", "backend", "append", "prove"]);
    expect(log.begun).toEqual([
      {
        runId: "00000000-0000-7000-8000-000000000001",
        workOrderId: orderId,
        startedAt: new Date("2026-01-01T00:00:00Z"),
        backendId: "mock",
        mode: "mapped",
      },
    ]);
  });

  it("returns the receipt of the log, verified with the public keys", async () => {
    const log = new FakeLog();
    const { receipt, verification, error } = await runWorkOrder(order, options({ log }));
    expect(error).toBeUndefined();
    expect(receipt).toEqual(log.stored[0]?.receipt);
    expect(receipt.chain).toMatchObject({ seq: 0, tenant: "a" });
    expect(verification).toMatchObject({ ok: true, chain: { seq: 0 }, runId: receipt.meta.run_id });
    expect(verification.key).not.toBeNull();
  });

  it("reports a proof that does not verify", async () => {
    const log = new FakeLog();
    log.alterBundle = (bundle) => bundle.replace("abp.example/log/a", "abp.example/log/b");
    const { verification, error, receipt } = await runWorkOrder(order, options({ log }));
    expect(verification.ok).toBe(false);
    expect(error).toBeUndefined();
    expect(receipt.outcome).toBe("complete");
  });

  it("does not start the backend where the beginning cannot be written", async () => {
    const log = new FakeLog();
    const failure = new AbpError("receipt_store_failed", "disk full");
    log.beforeBegin = () => Promise.reject(failure);
    let isStarted = false;
    const backend = backendThat(async function* () {
      isStarted = true;
      yield started;
      return report;
    });
    await expect(runWorkOrder(order, options({ log, backend }))).rejects.toBe(failure);
    expect([isStarted, log.stored.length]).toEqual([false, 0]);
  });
});

describe("a log that fails at the end", () => {
  it("fails the run with its own error, and nothing is appended twice", async () => {
    const log = new FakeLog();
    const failure = new AbpError("receipt_store_failed", "disk full");
    let appends = 0;
    const ledger = {
      ...log.ledger,
      append: () => {
        appends += 1;
        return Promise.reject(failure);
      },
    };
    const failing = { ledger, expected: log.expected };
    await expect(runWorkOrder(order, options({ log: failing }))).rejects.toBe(failure);
    expect(appends).toBe(1);
  });
});

describe("every ending leaves one receipt in the log:", () => {
  it("completed, with the outcome that the backend reports", async () => {
    const log = new FakeLog();
    const backend = backendThat(async function* () {
      yield started;
      return { ...report, outcome: "partial" as const };
    });
    const { receipt, error } = await runWorkOrder(order, options({ log, backend }));
    expect([log.endings, receipt.outcome, error]).toEqual([["completed"], "partial", undefined]);
  });

  it("completed, where the backend reports no usage of its own", async () => {
    const log = new FakeLog();
    const backend = backendThat(async function* () {
      yield started;
      return { ...report, usageRaw: undefined };
    });
    const { receipt } = await runWorkOrder(order, options({ log, backend }));
    expect(receipt.reported).toEqual([{ by: "mock", outcome: "complete", usage_raw: null }]);
  });

  it("refused for a missing capability, and the backend does not start", async () => {
    const log = new FakeLog();
    let isStarted = false;
    const backend = backendThat(async function* () {
      isStarted = true;
      yield started;
      return report;
    });
    const { receipt, error, decision } = await runWorkOrder(impossible, options({ log, backend }));
    expect(isStarted).toBe(false);
    expect(error?.code).toBe("capability_unsupported");
    expect(decision.verdict).toBe("reject");
    expect(receipt).toMatchObject({
      outcome: "failed",
      termination: { reason: "refused", code: "capability_unsupported", message: error?.message },
      verification: { harness_ok: false },
      reported: [{ by: "mock", outcome: "failed" }],
    });
    expect(receipt.trace).toMatchObject([{ type: "error", error_code: "capability_unsupported" }]);
    expect([log.calls, log.endings]).toEqual([["append", "prove"], ["refused"]]);
  });

  it("cancelled before it started", async () => {
    const log = new FakeLog();
    const signal = AbortSignal.abort("SIGINT");
    const { error } = await runWorkOrder(order, options({ log, signal }));
    expect([log.endings, error?.code]).toEqual([["cancelled"], "run_cancelled"]);
    expect(log.calls).toEqual(["append", "prove"]);
  });

  it("cancelled while its beginning was written, and the backend does not start", async () => {
    const log = new FakeLog();
    const controller = new AbortController();
    log.beforeBegin = () => controller.abort();
    let isStarted = false;
    const backend = backendThat(async function* () {
      isStarted = true;
      yield started;
      return report;
    });
    await runWorkOrder(order, options({ log, backend, signal: controller.signal }));
    expect([log.endings, isStarted]).toEqual([["cancelled"], false]);
  });

  it("cancelled while the backend ran, even if the backend ignores its signal", async () => {
    const log = new FakeLog();
    const controller = new AbortController();
    const backend = backendThat(async function* () {
      yield started;
      controller.abort("SIGINT");
      await new Promise(() => undefined);
      return report;
    });
    const { error, receipt } = await runWorkOrder(
      order,
      options({ log, backend, signal: controller.signal }),
    );
    expect(error?.code).toBe("run_cancelled");
    expect(receipt).toMatchObject({ outcome: "failed", termination: { reason: "cancelled" } });
    expect(receipt.trace.map((event) => event.type)).toEqual(["run_started", "error"]);
    expect(log.endings).toEqual(["cancelled"]);
  });

  it("timed out", async () => {
    vi.useFakeTimers();
    const log = new FakeLog();
    const backend = backendThat(async function* () {
      yield started;
      await new Promise(() => undefined);
      return report;
    });
    const slow = buildWorkOrder(orderId, "x", { timeoutMs: 20_000 });
    const running = runWorkOrder(slow, options({ log, backend }));
    await vi.advanceTimersByTimeAsync(20_000);
    const { error } = await running;
    expect([log.endings, error?.code, error?.message]).toEqual([
      ["timed_out"],
      "run_timed_out",
      "the run took longer than 20000 ms",
    ]);
  });

  it("failed, with the events so far and the message of the fault", async () => {
    const log = new FakeLog();
    const backend = backendThat(async function* () {
      yield started;
      throw new Error("pipe broke");
    });
    const { receipt, error } = await runWorkOrder(order, options({ log, backend }));
    expect(error?.code).toBe("backend_crashed");
    expect(receipt.trace.map((event) => event.type)).toEqual(["run_started", "error"]);
    expect(receipt.trace[1]).toMatchObject({ error_code: "backend_crashed", message: error?.message });
    expect(receipt.termination).toMatchObject({
      reason: "failed",
      message: "the backend failed: pipe broke",
    });
    expect(log.endings).toEqual(["failed"]);
  });

  it("failed with the backend's own error code", async () => {
    const log = new FakeLog();
    const own = new AbpError("backend_rate_limited", "wait");
    const backend = backendThat(async function* () {
      yield started;
      throw own;
    });
    const { error } = await runWorkOrder(order, options({ log, backend }));
    expect(error).toBe(own);
    expect(log.stored[0]?.receipt.termination).toEqual({
      reason: "failed",
      code: "backend_rate_limited",
      message: "wait",
    });
  });

  it("failed, where the backend reports content that has no canonical form", async () => {
    const log = new FakeLog();
    const backend = backendThat(async function* () {
      yield started;
      return { ...report, usageRaw: { cost: Number.NaN } };
    });
    const { error, receipt, verification } = await runWorkOrder(order, options({ log, backend }));
    expect(error).toMatchObject({ code: "backend_crashed", message: expect.stringContaining("$.") });
    expect(receipt).toMatchObject({ outcome: "failed", trace: [{ type: "error" }] });
    expect([log.endings, verification.ok]).toEqual([["failed"], true]);
  });

  it("completed, where the listener throws, which is reported afterwards", async () => {
    const log = new FakeLog();
    const failure = new Error("terminal closed");
    let calls = 0;
    const onEvent = () => {
      calls += 1;
      throw failure;
    };
    await expect(runWorkOrder(order, options({ log, onEvent }))).rejects.toBe(failure);
    expect([log.endings, calls]).toEqual([["completed"], 1]);
    await expect(runWorkOrder(impossible, options({ log, onEvent }))).rejects.toBe(failure);
    expect(log.endings).toEqual(["completed", "refused"]);
  });
});
