import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../contract/index.ts";
import { sha256Hex } from "../../lib/index.ts";
import { TimeOrder } from "./time-order.ts";
import { Trace } from "./trace.ts";

const event = (ts: string): AgentEvent => ({ ts, type: "assistant_delta", text: ts });

describe("the trace of a run", () => {
  it("keeps the first events up to their number, and counts and digests all", () => {
    const trace = new Trace({ maxEvents: 2, maxBytes: 1000 });
    for (const line of ["a", "b", "c"]) trace.add(event(line), line);
    expect(trace.kept.map(({ ts }) => ts)).toEqual(["a", "b"]);
    expect(trace.count).toBe(3);
    expect(trace.record()).toEqual({ events: 3, kept: 2, sha256: sha256Hex("a\nb\nc\n") });
    trace.add(event("d"), "d");
    expect(trace.record().sha256).toBe(sha256Hex("a\nb\nc\nd\n"));
  });

  it("keeps the first events up to their bytes, and none after one that does not fit", () => {
    const trace = new Trace({ maxEvents: 10, maxBytes: 5 });
    for (const line of ["aé", "bb", "ccc", "d"]) trace.add(event(line), line);
    expect(trace.kept.map(({ ts }) => ts)).toEqual(["aé", "bb"]);
  });

  it("has the digest of nothing without events", () => {
    expect(new Trace().record()).toEqual({ events: 0, kept: 0, sha256: sha256Hex("") });
  });
});

describe("the times of events", () => {
  function place(...times: string[]): { placed: string[]; steps: number[] } {
    const steps: number[] = [];
    const order = new TimeOrder({ noteStep: (milliseconds) => steps.push(milliseconds) });
    return { placed: times.map((ts) => order.place(event(ts)).ts), steps };
  }

  it("stay as they were written if they are in order", () => {
    const times = [
      "2026-01-01T00:00:00Z",
      "2026-01-01T01:00:00+01:00",
      "2026-01-01T01:00:00.5+01:00",
      "2026-01-01T00:00:01.000Z",
    ];
    expect(place(...times)).toEqual({ placed: times, steps: [] });
  });

  it("S50 are moved forward if they are earlier than the one before, and by how much is noted", () => {
    const { placed, steps } = place(
      "2026-01-01T00:00:05Z",
      "2026-01-01T00:00:01.5Z",
      "2026-01-01T00:00:04.9999999Z",
      "2026-01-01T00:00:06Z",
    );
    const five = "2026-01-01T00:00:05Z";
    expect(placed).toEqual([five, five, five, "2026-01-01T00:00:06Z"]);
    expect(steps).toEqual([3500, 1]);
  });

  it("leave the rest of an event as it is", () => {
    const order = new TimeOrder({ noteStep: () => undefined });
    order.place(event("2026-01-01T00:00:05Z"));
    const late = event("2026-01-01T00:00:01Z");
    expect(order.place(late)).toEqual({ ...late, ts: "2026-01-01T00:00:05Z" });
  });

  it("are left alone if they cannot be read", () => {
    const times = ["2026-01-01T00:00:05Z", "yesterday", "2026-01-01T00:00:06Z"];
    expect(place(...times)).toEqual({ placed: times, steps: [] });
  });
});
