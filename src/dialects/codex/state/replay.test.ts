import { describe, expect, it } from "vitest";
import { codex } from "../index.ts";
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
    expect(events[0]).toMatchObject({ response: { status: "in_progress", output: [], usage: null } });
    expect(events.at(-1)).toMatchObject({ response });
    const grammar = codex.openGrammar();
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
