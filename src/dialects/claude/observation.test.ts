import { describe, expect, it } from "vitest";
import { eventMarkers, observe } from "./observation.ts";

const usage = { input_tokens: 3, output_tokens: 2 };

describe("observing the Messages API", () => {
  it("sees id, model and usage of a whole message, and that it ended", () => {
    expect(observe({ type: "message", id: "m1", model: "m", usage, stop_reason: "end_turn" })).toEqual({
      id: "m1",
      model: "m",
      usage: { input: 3, output: 2 },
      usageRaw: usage,
      end: "complete",
    });
    expect(observe({ type: "message", stop_reason: null })).toEqual({});
  });

  it("sees the message inside the first event of a stream", () => {
    const message = { id: "m1", model: "m", usage };
    expect(observe({ type: "message_start", message })).toMatchObject({
      id: "m1",
      model: "m",
      usageRaw: usage,
    });
    expect(observe({ type: "message_start", message: 3, id: "outer" })).toEqual({ id: "outer" });
  });

  it("sees the end of a stream and the usage before it", () => {
    expect(observe({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage })).toEqual({
      usage: { input: 3, output: 2 },
      usageRaw: usage,
    });
    expect(observe({ type: "message_stop", id: "x" })).toEqual({ end: "complete" });
  });

  it("sees a failure by type, by event name and by member", () => {
    expect(observe({ type: "error" })).toEqual({ end: "failed" });
    expect(observe({}, "error")).toEqual({ end: "failed" });
    expect(observe({ error: {} })).toEqual({ end: "failed" });
    expect(observe({ error: "x" })).toEqual({});
  });

  it("has markers for every event with something to see", () => {
    expect(eventMarkers).toEqual(['"message_start"', '"usage"', '"message_stop"', '"error"']);
  });
});
