import { describe, expect, it } from "vitest";
import { describeForms, showUndefined } from "../fixtures/forms.ts";
import { callMarkers, eventMarkers, observe, observeCalls } from "./observation.ts";

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

/** The parts of calls that each body shows, one line each. */
const listObserved = (bodies: Readonly<Record<string, object>>) =>
  Object.entries(bodies)
    .map(
      ([name, body]) =>
        `${name}: ${JSON.stringify(observeCalls(body as Record<string, unknown>), showUndefined)}`,
    )
    .join("\n");

describe("the calls of an answer", () => {
  describeForms(
    "are observed in each form",
    listObserved({
      "a response": {
        output: [
          { type: "function_call", id: "fc", call_id: "c", name: "f", namespace: "n", arguments: "{}" },
          { type: "custom_tool_call", id: "ct", name: "g", input: "x" },
          { type: "web_search_call", id: "ws", action: { type: "search" } },
          { type: "apply_patch_call", call_id: "ap", operation: { type: "x" } },
          { type: "mcp_call", name: "", arguments: null },
          { type: "message" },
          { type: 3 },
          5,
        ],
      },
      "the end of a stream": {
        type: "response.completed",
        response: { output: [{ type: "x_call", id: "c" }] },
      },
      "a whole item": { type: "response.output_item.done", item: { type: "x_call", id: "c" } },
      "an item that begins": { type: "response.output_item.added", item: { type: "x_call", id: "c" } },
      "no output": { output: 3, response: 4, item: 5 },
    }),
    `
    a response: [{"key":"c","id":"c","name":"n__f","whole":"{}"},{"key":"ct","id":"ct","name":"g","whole":"x"},{"key":"ws","id":"ws","name":"web_search","whole":{"type":"search"}},{"key":"ap","id":"ap","name":"apply_patch","whole":{"type":"x"}},{"name":"mcp"}]
    the end of a stream: [{"key":"c","id":"c","name":"x"}]
    a whole item: [{"key":"c","id":"c","name":"x"}]
    an item that begins: []
    no output: []
    `,
  );
});

it("has markers for every event with a whole call", () => {
  expect(callMarkers).toEqual([
    '"response.output_item.done"',
    '"response.completed"',
    '"response.incomplete"',
  ]);
});
