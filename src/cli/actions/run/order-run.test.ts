import { describe, expect, it } from "vitest";
import { type Backend, mockBackend } from "../../../backends/index.ts";
import { buildWorkOrder, type ModelCallsRecord } from "../../../contract/index.ts";
import type { WatchedGateway } from "../../../runner/index.ts";
import { callReceipt } from "../../agents/fixtures/call-receipt.ts";
import type { RunView } from "../../display/run/run-view.ts";
import type { Host } from "../../terminal/host.ts";
import { type OrderRun, runOnBackend } from "./order-run.ts";

const usage = {
  input_tokens: null,
  output_tokens: null,
  cache_read_tokens: null,
  cache_write_tokens: null,
  request_units: null,
  estimated_cost_usd: null,
};
const empty: ModelCallsRecord = { calls: 0, refused: 0, usage, models: [], receipts: [] };

/** Runs an order on the mock backend, and notes what the view was told. */
function open(more: Partial<OrderRun> = {}, signal: AbortSignal = new AbortController().signal) {
  const shown: string[] = [];
  const repeated = new Set<unknown>();
  const view: RunView = {
    step: (step) => void shown.push(`step ${step}`),
    event: (event) => void shown.push(event.type),
    meter: (read) => void shown.push(`meter ${read() === empty}`),
    note: (label, text) => void shown.push(`${label} ${text}`),
    hold: () => () => undefined,
    close: () => void shown.push("close"),
  };
  const host = {
    signal,
    onRepeatedSignal: (listener: unknown) => {
      repeated.add(listener);
      return () => repeated.delete(listener);
    },
    env: { ABP_HOME: "/abp" },
    home: "/home",
  } as unknown as Host;
  let count = 0;
  const run: OrderRun = {
    backend: mockBackend("mock"),
    order: buildWorkOrder("00000000-0000-4000-8000-000000000001", "x"),
    settings: { software: { name: "t", version: "0" }, approvalTimeoutMs: 1000 },
    engine: undefined,
    newId: () => `00000000-0000-4000-8000-0000000000${String(++count).padStart(2, "0")}`,
    approver: { approve: async () => false },
    view,
    files: { addEvent: () => undefined },
    ...more,
  };
  const asked: unknown[] = [];
  const account = { token: "k", spentUsd: () => 0, onSpent: undefined, close: async () => empty };
  const gateway: WatchedGateway = {
    baseUrl: "http://127.0.0.1:1",
    openRun: () => ({ ...account, metered: () => empty }),
    watch: (_runId, listener) => {
      const termination = {
        reason: "failed",
        code: "backend_unavailable",
        message: "it was refused",
      } as const;
      for (let call = 0; call < 3; call += 1)
        listener(callReceipt({ call: { engine: "dead" }, termination }));
    },
  };
  const place = {
    gatewayFor: async (backend: Pick<Backend, "usesGateway">, engine: string | undefined) => {
      asked.push([backend.usesGateway, engine]);
      return backend.usesGateway === true ? gateway : undefined;
    },
    log: async () => undefined,
  };
  return { shown, asked, repeated, ended: runOnBackend({ host }, place, run) };
}

describe("one run of a command", () => {
  it("shows its steps and events, and gives its result", async () => {
    const { ended, shown, asked, repeated } = open({ engine: "e", projection: "it fits" });
    const { receipt } = await ended;
    expect(receipt).toMatchObject({ outcome: "complete", observed: { projection: "it fits" } });
    expect(shown).toContain("step observe");
    expect(shown.filter((line) => !line.includes(" "))).toEqual([
      "run_started",
      "assistant_message",
      "assistant_message",
      "run_completed",
    ]);
    expect([asked, repeated.size]).toEqual([[[undefined, "e"]], 0]);
  });

  it("lets the view read what the gateway meters", async () => {
    const backend = { ...mockBackend("mock"), usesGateway: true };
    const { ended, shown } = open({ backend });
    await ended;
    expect(shown).toContain("meter true");
  });

  it("shows at once that its engine fails, how, and what to do, once for each kind", async () => {
    const backend = { ...mockBackend("mock"), usesGateway: true };
    const { ended, shown } = open({ backend });
    await ended;
    const said =
      "warning a call to the engine dead failed (backend_unavailable): it was refused; `abp engines --check` asks every engine";
    expect(shown.filter((line) => line.startsWith("warning"))).toEqual([said]);
    expect(shown.indexOf(said)).toBeLessThan(shown.indexOf("run_started"));
  });

  it("is cancelled by a signal", async () => {
    const { ended, shown, repeated } = open({}, AbortSignal.abort("SIGINT"));
    expect((await ended).receipt.termination?.reason).toBe("cancelled");
    expect(shown.join("\n")).toContain("note Ctrl-C: cancelling");
    expect(repeated.size).toBe(0);
  });

  it("is cancelled if its events cannot be written", async () => {
    const error = new Error("the disk is full");
    const addEvent = () => Promise.reject(error);
    const { ended, repeated } = open({ files: { addEvent } });
    await expect(ended).rejects.toBe(error);
    expect(repeated.size).toBe(0);
  });

  it("ends its backend if its events cannot be written, and waits for that", async () => {
    const mock = mockBackend("mock");
    const reasons: unknown[] = [];
    const backend: Backend = {
      ...mock,
      open: async (context) => ({
        ...(await mock.open(context)),
        async *run({ signal, now }) {
          const ts = now().toISOString();
          yield [{ ts, type: "run_started", message: "it starts" }];
          await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
          reasons.push(signal.reason);
          throw new Error("cancelled");
        },
      }),
    };
    const error = new Error("the disk is full");
    const { ended } = open({ backend, files: { addEvent: () => Promise.reject(error) } });
    await expect(ended).rejects.toBe(error);
    expect(reasons).toEqual(["the caller cancelled the run: its events could not be shown"]);
  });
});
