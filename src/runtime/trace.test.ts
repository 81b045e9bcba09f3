import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../contract/index.ts";
import { Trace } from "./trace.ts";

const event = (ts: string): AgentEvent => ({ ts, type: "assistant_delta", text: ts });

function traceOf(...times: string[]): { trace: Trace; steps: number[]; heard: string[] } {
  const steps: number[] = [];
  const heard: string[] = [];
  const trace = new Trace({ noteStep: (milliseconds) => steps.push(milliseconds) }, ({ ts }) =>
    heard.push(ts),
  );
  for (const ts of times) trace.add(event(ts));
  return { trace, steps, heard };
}

describe("the trace of a run", () => {
  it("keeps events in their order, and their times as they were written", () => {
    const times = ["2026-01-01T00:00:00Z", "2026-01-01T01:00:00.5+01:00", "2026-01-01T00:00:01.000Z"];
    const { trace, steps, heard } = traceOf(...times);
    expect(trace.events.map(({ ts }) => ts)).toEqual(times);
    expect(heard).toEqual(times);
    expect(steps).toEqual([]);
  });

  it("moves an event forward that is earlier than the one before it, and notes by how much", () => {
    const { trace, steps, heard } = traceOf(
      "2026-01-01T00:00:05Z",
      "2026-01-01T00:00:01.5Z",
      "2026-01-01T00:00:04.9999999Z",
      "2026-01-01T00:00:06Z",
    );
    const expected = [
      "2026-01-01T00:00:05Z",
      "2026-01-01T00:00:05Z",
      "2026-01-01T00:00:05Z",
      "2026-01-01T00:00:06Z",
    ];
    expect(trace.events.map(({ ts }) => ts)).toEqual(expected);
    expect(heard).toEqual(expected);
    expect(steps).toEqual([3500, 1]);
  });

  it("leaves a time alone that it cannot read", () => {
    const { trace, steps } = traceOf("2026-01-01T00:00:05Z", "yesterday", "2026-01-01T00:00:06Z");
    expect(trace.events.map(({ ts }) => ts)).toEqual([
      "2026-01-01T00:00:05Z",
      "yesterday",
      "2026-01-01T00:00:06Z",
    ]);
    expect(steps).toEqual([]);
  });

  it("throws the first error of its listener when it is asked to, and not before", () => {
    let calls = 0;
    const trace = new Trace({ noteStep: () => undefined }, () => {
      calls += 1;
      throw new Error(`failure ${calls}`);
    });
    trace.add(event("2026-01-01T00:00:05Z"));
    trace.add(event("2026-01-01T00:00:06Z"));
    expect([calls, trace.events.length]).toEqual([1, 2]);
    expect(() => trace.throwListenerError()).toThrow("failure 1");
    expect(() => new Trace({ noteStep: () => undefined }, undefined).throwListenerError()).not.toThrow();
  });
});
