import { describe, expect, it } from "vitest";
import { openRun, runId } from "./fixtures/runs.ts";
import { interruptedReceipt } from "./interrupted-receipt.ts";

describe("the receipt of an interrupted run", () => {
  it("says what was known at the beginning, and that the end is not known", () => {
    expect(interruptedReceipt(openRun(1), new Date("2026-03-01T09:00:00Z"))).toMatchObject({
      meta: {
        run_id: runId(1),
        work_order_id: openRun(1).workOrderId,
        started_at: "2026-03-01T08:00:00.250Z",
        finished_at: "2026-03-01T09:00:00.000Z",
        duration_ms: 3_599_750,
      },
      backend: { id: "mock" },
      mode: "passthrough",
      outcome: "failed",
      termination: { reason: "interrupted", code: "run_interrupted" },
      observed: { request: openRun(1).request, facts: openRun(1).facts },
    });
  });

  it("holds the events that were stored", () => {
    const event = { type: "warning", message: "m", ts: "2026-03-01T08:00:01Z" } as const;
    const record = { events: 5, kept: 1, sha256: "cd".repeat(32) };
    const now = new Date("2026-03-01T09:00:00Z");
    const receipt = interruptedReceipt(openRun(1), now, { kept: [event], record });
    expect(receipt.trace).toEqual([event]);
    expect(receipt.observed).toMatchObject({ trace: record, request: openRun(1).request });
    expect(receipt.termination?.message).toContain("after the stored events");
    expect(interruptedReceipt(openRun(1), now).termination?.message).toContain("after the beginning");
  });

  it("does not end before its beginning if the clock was set back", () => {
    const now = new Date("2026-03-01T07:00:00Z");
    const { meta, observed } = interruptedReceipt(openRun(1), now);
    expect([meta.finished_at, meta.duration_ms]).toEqual([meta.started_at, 0]);
    expect(observed?.clock).toEqual({ clamped: true, stepped_back_ms: 3_600_250 });
    expect(observed?.request).toEqual(openRun(1).request);
  });

  it("leaves out what the run did not have", () => {
    const { request: _request, facts: _facts, ...bare } = openRun(1);
    expect(interruptedReceipt(bare, new Date("2026-03-01T09:00:00Z")).observed).toEqual({});
  });
});
