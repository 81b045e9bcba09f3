import { describe, expect, it } from "vitest";
import { describeForms, showUndefined } from "../fixtures/forms.ts";
import { callMarkers, eventMarkers, observe, observeCalls } from "./observation.ts";

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
      "a whole message": {
        content: [
          { type: "text", text: "x" },
          { type: "tool_use", id: "a", name: "f", input: { a: 1 } },
          { type: "server_tool_use", id: "b", name: "g", input: {} },
          { type: "tool_use", id: 5, name: 6 },
          { type: 7, name: "h" },
        ],
      },
      "the start of a stream": {
        message: { content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
      },
      "the start of a block": {
        index: 1,
        content_block: { type: "tool_use", id: "a", name: "f", input: {} },
      },
      "a piece": { index: 1, delta: { type: "input_json_delta", partial_json: "{" } },
      "a piece of text": { index: 1, delta: { type: "text_delta", text: "x" } },
      "no content": { content: 5, message: 6, delta: 7, content_block: 8 },
    }),
    `
    a whole message: [{"key":"1","id":"a","name":"f","whole":{"a":1}},{"key":"2","id":"b","name":"g","whole":{}}]
    the start of a stream: [{"key":"0","id":"a","name":"f","whole":{}}]
    the start of a block: [{"key":"1","id":"a","name":"f","whole":{}}]
    a piece: [{"key":"1","text":"{"}]
    a piece of text: []
    no content: []
    `,
  );
});

it("has a marker for every kind of call", () => {
  expect(callMarkers).toEqual(['tool_use"', '"input_json_delta"']);
});
