import { getEventListeners } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Backend, mockBackend, type RunReport } from "../backends/index.ts";
import { type AgentEvent, buildWorkOrder } from "../contract/index.ts";
import { type Execution, execute } from "./execution.ts";

const started: AgentEvent = { ts: "2026-01-01T00:00:00Z", type: "run_started", message: "x" };
const report: RunReport = { outcome: "complete", usage: {}, usageRaw: {}, artifacts: [], harnessOk: true };

function execution(run: Backend["run"], more: Partial<Execution> = {}): Execution {
  return {
    backend: { ...mockBackend, run },
    order: buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8057", "x"),
    runId: "run",
    now: () => new Date(0),
    signal: new AbortController().signal,
    begin: async () => undefined,
    onEvent: () => undefined,
    ...more,
  };
}

afterEach(() => vi.useRealTimers());

describe("an execution", () => {
  it("passes the run to the backend and each event to the listener, in order", async () => {
    const seen: unknown[] = [];
    const now = () => new Date(7);
    const one = execution(
      async function* (context) {
        seen.push(context.runId, context.workOrder.task, context.now, context.signal.aborted);
        yield { ...started, message: "1" };
        yield { ...started, message: "2" };
        return report;
      },
      { now, onEvent: (event) => seen.push((event as { message: string }).message) },
    );
    expect(await execute(one)).toEqual({ report, termination: { reason: "completed" }, error: undefined });
    expect(seen).toEqual(["run", "x", now, false, "1", "2"]);
  });

  it("stops a backend that is between two events when the caller cancels it", async () => {
    const controller = new AbortController();
    let isEnded = false;
    let steps = 0;
    const one = execution(
      async function* () {
        try {
          for (;;) {
            steps += 1;
            yield started;
          }
        } finally {
          isEnded = true;
        }
      },
      { signal: controller.signal, onEvent: () => controller.abort() },
    );
    const { termination } = await execute(one);
    expect([termination.reason, steps]).toEqual(["cancelled", 1]);
    await vi.waitFor(() => expect(isEnded).toBe(true));
  });

  it("tells the backend by its signal that the caller has cancelled it", async () => {
    const controller = new AbortController();
    let signal: AbortSignal | undefined;
    const one = execution(
      async function* (context) {
        signal = context.signal;
        yield started;
        controller.abort("SIGTERM");
        await new Promise(() => undefined);
        return report;
      },
      { signal: controller.signal },
    );
    expect((await execute(one)).error?.cause).toBe("SIGTERM");
    expect(signal?.reason).toBe("SIGTERM");
  });

  it("ignores the failure of a backend that was cancelled", async () => {
    const controller = new AbortController();
    const one = execution(
      async function* () {
        try {
          yield started;
          return report;
        } finally {
          // biome-ignore lint/correctness/noUnsafeFinally: a backend may fail while it cleans up.
          throw new Error("cleanup failed");
        }
      },
      { signal: controller.signal, onEvent: () => controller.abort() },
    );
    expect((await execute(one)).termination.reason).toBe("cancelled");
    await new Promise((resolve) => setImmediate(resolve));
  });

  it("names a cancelled run cancelled, even if its time is up as well", async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const order = buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8057", "x", { timeoutMs: 5 });
    const one = execution(
      async function* () {
        vi.advanceTimersByTime(10);
        controller.abort();
        yield started;
        return report;
      },
      { order, signal: controller.signal },
    );
    expect((await execute(one)).termination.reason).toBe("cancelled");
  });

  it("does not collect listeners on the signal, however many events come", async () => {
    const counts: number[] = [];
    const one = execution(async function* ({ signal }) {
      for (let at = 0; at < 5; at += 1) {
        counts.push(getEventListeners(signal, "abort").length);
        yield started;
      }
      return report;
    });
    await execute(one);
    // A listener is removed shortly after the next one was added.
    expect(Math.max(...counts)).toBeLessThanOrEqual(2);
  });

  it("waits as long as a timer can where the limit is longer", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    const order = buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8057", "x", { timeoutMs: 2 ** 40 });
    await execute(execution(mockBackend.run, { order }));
    const delays = timers.mock.calls.map(([, delay]) => delay);
    timers.mockRestore();
    expect(delays).toContain(2_147_483_647);
  });

  it("leaves no timer behind, and takes a limit longer than a timer can wait", async () => {
    vi.useFakeTimers();
    const order = buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8057", "x", { timeoutMs: 2 ** 40 });
    const one = execution(
      async function* () {
        await vi.advanceTimersByTimeAsync(1_000_000);
        yield started;
        return report;
      },
      { order },
    );
    expect((await execute(one)).termination.reason).toBe("completed");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves no timer behind where the beginning fails", async () => {
    vi.useFakeTimers();
    const order = buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8057", "x", { timeoutMs: 5 });
    const begin = () => Promise.reject(new Error("disk full"));
    const never = execution(mockBackend.run, { order, begin });
    await expect(execute(never)).rejects.toThrow("disk full");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("reports anything that a backend throws", async () => {
    const throws = (value: unknown) =>
      execution(() => {
        throw value;
      });
    expect((await execute(throws("plain"))).error?.message).toBe("the backend failed: plain");
    expect((await execute(throws(new Error("real")))).error?.message).toBe("the backend failed: real");
  });
});
