import { describe, expect, it } from "vitest";
import { eventMarkers, observe } from "./observation.ts";

const usage = { input_tokens: 3, output_tokens: 2 };
const facts = { id: "r", model: "m", usage: { input: 3, output: 2 }, usageRaw: usage };
const response = { id: "r", model: "m", usage };

describe("observing the Responses API", () => {
  it.each([
    ["completed", "complete"],
    ["incomplete", "complete"],
    ["cancelled", "complete"],
    ["failed", "failed"],
  ])("sees that a response that is %s has ended", (status, end) => {
    expect(observe({ ...response, status })).toEqual({ ...facts, end });
    expect(observe({ type: `response.${status}`, response })).toEqual({ ...facts, end });
  });

  it("sees no end while the response goes on, whatever its status says", () => {
    expect(observe({ ...response, status: "in_progress" })).toEqual(facts);
    expect(observe({ ...response, status: 3 })).toEqual(facts);
    expect(observe({ type: "response.created", response: { ...response, status: "completed" } })).toEqual(
      facts,
    );
    expect(observe({ response: { id: "r" }, type: 3 })).toEqual({ id: "r" });
    expect(observe({ type: "response.output_text.delta", id: "x" })).toEqual({});
  });

  it("sees a failure, and the tokens of a whole response that failed", () => {
    expect(observe({ type: "error" })).toEqual({ end: "failed" });
    expect(observe({ type: "x" }, "error")).toEqual({ end: "failed" });
    expect(observe({ error: {} })).toEqual({ end: "failed" });
    expect(observe({ ...response, status: "failed", error: {} })).toEqual({ ...facts, end: "failed" });
    expect(observe({ ...response, status: "toString" })).toEqual(facts);
  });

  it("has markers for every event with something to see", () => {
    expect(eventMarkers).toEqual([
      '"response.created"',
      '"response.completed"',
      '"response.incomplete"',
      '"response.failed"',
      '"response.cancelled"',
      '"error"',
    ]);
  });
});

it("the items of a response and of a list are seen by their ids", () => {
  const items = [{ id: "msg_1" }, { id: "" }, { type: "x" }, { id: "rs_1" }];
  expect(observe({ status: "completed", output: items }).items).toEqual(["msg_1", "rs_1"]);
  expect(observe({ type: "response.completed", response: { output: items } }).items).toEqual([
    "msg_1",
    "rs_1",
  ]);
  expect(observe({ object: "list", data: items }).items).toEqual(["msg_1", "rs_1"]);
  expect(observe({ status: "completed", output: [] })).not.toHaveProperty("items");
});
