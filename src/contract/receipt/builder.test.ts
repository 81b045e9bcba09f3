import { describe, expect, it } from "vitest";
import { buildReceipt } from "./builder.ts";

function receiptOf(startedAt: number, finishedAt: number, more: object = {}, extensions: object = {}) {
  return buildReceipt(
    {
      runId: "00000000-0000-4000-8000-000000000001",
      workOrderId: "00000000-0000-4000-8000-000000000002",
      startedAt: new Date(startedAt),
      finishedAt: new Date(finishedAt),
      backend: { id: "mock" },
      outcome: "complete",
      ...more,
    },
    extensions,
  );
}

describe("the times of a receipt", () => {
  it("are those that were given, and no clock is mentioned", () => {
    for (const finishedAt of [1000, 1001]) {
      const { meta, observed } = receiptOf(1000, finishedAt);
      expect([meta.duration_ms, observed]).toEqual([finishedAt - 1000, undefined]);
    }
    expect(receiptOf(1000, 1001).meta).toMatchObject({
      started_at: "1970-01-01T00:00:01.000Z",
      finished_at: "1970-01-01T00:00:01.001Z",
    });
  });

  it("never end before they begin, and the receipt says by how much the clock was behind", () => {
    const { meta, observed } = receiptOf(5000, 1500, {}, { observed: { policy: "open" } });
    expect(meta).toMatchObject({
      started_at: "1970-01-01T00:00:05.000Z",
      finished_at: "1970-01-01T00:00:05.000Z",
      duration_ms: 0,
    });
    expect(observed).toEqual({ policy: "open", clock: { clamped: true, stepped_back_ms: 3500 } });
  });

  it("come with the statement of a caller that found the step itself", () => {
    const clock = { clamped: true, stepped_back_ms: 9 };
    expect(receiptOf(1000, 2000, { clock }).observed).toEqual({ clock });
  });
});
