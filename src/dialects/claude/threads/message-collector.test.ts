import { describe, expect, it } from "vitest";
import { MessageCollector } from "./message-collector.ts";

const start = { type: "message_start", message: { id: "msg_1", content: ["ignored"] } };
const open = (index: number, content_block: object) => ({
  type: "content_block_start",
  index,
  content_block,
});
const delta = (index: number, value: object) => ({ type: "content_block_delta", index, delta: value });
const stop = (index: number) => ({ type: "content_block_stop", index });

function collect(...events: readonly object[]): unknown {
  const collector = new MessageCollector();
  for (const event of events) collector.push(event as Record<string, unknown>);
  return collector.answer();
}

describe("a message out of its events", () => {
  it("leaves the events as they are", () => {
    const block = { type: "text", text: "" };
    const first = open(0, block);
    const message = { id: "msg_1", content: [] };
    collect({ type: "message_start", message }, first, delta(0, { type: "text_delta", text: "a" }), {
      type: "message_delta",
      delta: { stop_reason: "end_turn" },
    });
    expect([block, message]).toEqual([
      { type: "text", text: "" },
      { id: "msg_1", content: [] },
    ]);
  });

  it("begins texts and thinking that have no beginning", () => {
    expect(
      collect(
        start,
        open(0, { type: "text" }),
        delta(0, { type: "text_delta", text: "a" }),
        open(1, { type: "thinking" }),
        delta(1, { type: "thinking_delta", thinking: "b" }),
      ),
    ).toEqual({
      id: "msg_1",
      content: [
        { type: "text", text: "a" },
        { type: "thinking", thinking: "b" },
      ],
    });
  });

  it("adds each citation to those before", () => {
    const cite = (url: string) => delta(0, { type: "citations_delta", citation: { url } });
    expect(collect(start, open(0, { type: "text", citations: null }), cite("a"), cite("b"))).toMatchObject({
      content: [{ citations: [{ url: "a" }, { url: "b" }] }],
    });
  });

  it("keeps the input that a call began with if no more came", () => {
    const call = { type: "tool_use", id: "t", name: "n", input: { a: 1 } };
    expect(collect(start, open(0, call), stop(0))).toMatchObject({ content: [call] });
    const empty = delta(0, { type: "input_json_delta", partial_json: "" });
    expect(collect(start, open(0, call), empty, stop(0))).toMatchObject({ content: [call] });
  });

  it("keeps the inputs of several calls apart", () => {
    const call = { type: "tool_use", input: {} };
    const input = (index: number, partial_json: string) =>
      delta(index, { type: "input_json_delta", partial_json });
    const events = [
      open(0, call),
      open(1, call),
      input(0, "[1"),
      input(1, "[2"),
      input(0, "]"),
      input(1, "]"),
    ];
    expect(collect(start, ...events, stop(0), stop(1))).toMatchObject({
      content: [{ input: [1] }, { input: [2] }],
    });
  });

  it("leaves out what belongs to no block, what is unknown, and blocks that never came", () => {
    expect(
      collect(
        { type: "message_delta", delta: { stop_reason: "early" } },
        start,
        delta(0, { type: "text_delta", text: "lost" }),
        stop(0),
        open(2, { type: "text", text: "" }),
        delta(2, { type: "odd_delta", text: "x" }),
        { type: "message_delta", delta: "x" },
        { type: "ping" },
      ),
    ).toEqual({ id: "msg_1", content: [{ type: "text", text: "" }] });
  });

  it("has what the end of the message says", () => {
    const end = { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null } };
    expect(collect(start, end)).toEqual({
      ...{ id: "msg_1", content: [], stop_reason: "end_turn", stop_sequence: null },
    });
  });

  it("is none if the message never began", () => {
    expect(collect({ type: "message_start", message: "x" }, open(0, { type: "text" }))).toBeUndefined();
  });
});
