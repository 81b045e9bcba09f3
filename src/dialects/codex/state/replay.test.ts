import { describe, expect, it } from "vitest";
import { openGrammar } from "../../../../test/dialects/stream-grammar/index.ts";
import { NO_USAGE } from "../reply/response-frame.ts";
import { replayEvents } from "./replay.ts";

const response = {
  id: "resp_1",
  object: "response",
  created_at: 5,
  status: "completed",
  output: [
    { type: "reasoning", id: "rs_1", summary: [] },
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      content: [
        { type: "output_text", text: "hello", annotations: [], logprobs: [] },
        { type: "refusal", refusal: "no" },
      ],
    },
    { type: "function_call", id: "fc_1", call_id: "c", name: "f", arguments: '{"a":1}', status: "completed" },
  ],
  usage: { total_tokens: 3 },
};

describe("the events of a kept response", () => {
  it("carry it whole, in the order of the API", () => {
    const events = replayEvents(response);
    expect(events.map(({ type }) => type)).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.output_item.done",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
      "response.output_text.done",
      "response.content_part.done",
      "response.content_part.added",
      "response.refusal.delta",
      "response.refusal.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.output_item.added",
      "response.function_call_arguments.delta",
      "response.function_call_arguments.done",
      "response.output_item.done",
      "response.completed",
    ]);
    expect(events.map((event) => event["sequence_number"])).toEqual(events.map((_, at) => at));
    expect(events[0]).toMatchObject({
      response: { status: "in_progress", output: [], usage: { total_tokens: 0 } },
    });
    expect(events.at(-1)).toMatchObject({ response });
    const grammar = openGrammar("codex");
    for (const event of events) grammar.push(JSON.stringify(event), String(event["type"]));
    expect(grammar.end()).toEqual([]);
  });

  it("of one that has not ended are its beginning", () => {
    const types = replayEvents({ id: "resp_1", status: "queued" }).map(({ type }) => type);
    expect(types).toEqual(["response.created", "response.in_progress"]);
  });

  it.each([
    ["incomplete", "response.incomplete"],
    ["failed", "response.failed"],
    ["cancelled", "response.failed"],
  ])("of one that is %s end with %s", (status, type) => {
    expect(replayEvents({ id: "resp_1", status, output: [] }).at(-1)).toMatchObject({
      type,
      response: { status },
    });
  });
});

describe("an item of a kept response", () => {
  const replay = (...output: unknown[]) =>
    replayEvents({ id: "resp_1", status: "completed", output }).slice(2, -1) as Record<string, unknown>[];

  it("that is a text is said in one piece, with nothing in it before", () => {
    const part = { type: "output_text", text: "hello", annotations: [{ url: "u" }] };
    const item = { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [part] };
    const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
    expect(replay(item)).toEqual([
      {
        ...{ type: "response.output_item.added", sequence_number: 2, output_index: 0 },
        item: { ...item, status: "in_progress", content: [] },
      },
      {
        ...{ type: "response.content_part.added", sequence_number: 3, ...place },
        part: { type: "output_text", text: "", annotations: [] },
      },
      {
        ...{ type: "response.output_text.delta", sequence_number: 4, ...place },
        ...{ delta: "hello", logprobs: [] },
      },
      { type: "response.output_text.done", sequence_number: 5, ...place, text: "hello", logprobs: [] },
      { type: "response.content_part.done", sequence_number: 6, ...place, part },
      { type: "response.output_item.done", sequence_number: 7, output_index: 0, item },
    ]);
  });

  it("that is a refusal is said in one piece", () => {
    const part = { type: "refusal", refusal: "no" };
    const item = { type: "message", id: "msg_1", content: [part] };
    expect(replay("skipped", item).slice(1, -1)).toMatchObject([
      { output_index: 1, content_index: 0, part: { type: "refusal", refusal: "" } },
      { type: "response.refusal.delta", item_id: "msg_1", delta: "no" },
      { type: "response.refusal.done", refusal: "no" },
      { type: "response.content_part.done", part },
    ]);
  });

  it("that is a call has its name and its arguments at the end", () => {
    const item = { type: "function_call", id: "fc_1", name: "f", arguments: "{}", status: "completed" };
    expect(replay(item)).toMatchObject([
      { item: { ...item, status: "in_progress", arguments: "" } },
      { type: "response.function_call_arguments.delta", item_id: "fc_1", output_index: 0, delta: "{}" },
      { type: "response.function_call_arguments.done", name: "f", arguments: "{}" },
      { type: "response.output_item.done", item },
    ]);
  });

  it("that is of another kind, or has parts of one, comes as it is", () => {
    const types = (item: object) => replay(item).map(({ type }) => type);
    const whole = ["response.output_item.added", "response.output_item.done"];
    for (const item of [
      { type: "reasoning", id: "rs_1" },
      { type: "message", id: "msg_1", content: "text" },
      { type: "function_call", id: "fc_1" },
      { type: "custom", content: [], arguments: "x" },
    ]) {
      expect(types(item)).toEqual(whole);
      expect(replay(item)[0]).toMatchObject({ item });
    }
    for (const part of [
      { type: "odd" },
      { type: "output_text", refusal: "x" },
      { type: "refusal", text: "x" },
    ])
      expect(replay({ type: "message", id: "m", content: ["x", part] }).slice(1, -1)).toMatchObject([
        { type: "response.content_part.added", content_index: 1, part },
        { type: "response.content_part.done", content_index: 1, part },
      ]);
  });

  it("is missing from the beginning of its response, which says nothing of its end", () => {
    const ended = { error: { code: "x" }, incomplete_details: {}, completed_at: 9, usage: {} };
    const [created, running] = replayEvents({ id: "r", status: "failed", output: [{}], ...ended });
    const response = { id: "r", status: "in_progress", output: [], usage: NO_USAGE };
    const open = { ...response, error: null, incomplete_details: null, completed_at: null };
    expect(created).toEqual({ type: "response.created", sequence_number: 0, response: open });
    expect(running).toEqual({ type: "response.in_progress", sequence_number: 1, response: open });
  });
});
