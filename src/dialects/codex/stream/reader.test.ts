import { describe, expect, it } from "vitest";
import { AbpError, type StreamEvent } from "../../../contract/index.ts";
import { collapse } from "../../collapse.ts";
import { eventFaults, eventsOf, facts, readStream, sse, writeStream } from "../fixtures/stage.ts";
import { codex } from "../index.ts";

const begun = {
  id: "resp_1",
  object: "response",
  created_at: 1,
  status: "in_progress",
  model: "m",
  output: [],
};
const created = { type: "response.created", response: begun };
const completed = { type: "response.completed", response: { ...begun, status: "completed" } };

const item = (more: object) => ({
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "in_progress",
  content: [],
  ...more,
});
const text = (said: string) => ({ type: "output_text", text: said, annotations: [], logprobs: [] });

describe("a stream that is read", () => {
  it("tells an item once that the finished response has at another place, and one that only it has", () => {
    const done = (id: string, said: string) => item({ id, status: "completed", content: [text(said)] });
    const [first, second] = [done("msg_1", "a"), done("msg_2", "b")];
    const told = (place: number, ...output: object[]) => {
      const event = { type: "response.output_item.done", output_index: place, item: first };
      const end = { ...completed, response: { ...completed.response, output } };
      return readStream(sse(created, event, end)).flatMap((one) =>
        one.type === "text_delta" ? one.text : [],
      );
    };
    expect(told(1, first)).toEqual(["a"]);
    expect(told(0, first, second)).toEqual(["a", "b"]);
  });

  it("B2: takes a call's arguments from the end alone", () => {
    const call = { type: "function_call", id: "fc_1", call_id: "c", name: "f", arguments: "" };
    const events = readStream(
      sse(
        created,
        { type: "response.output_item.added", output_index: 0, item: call },
        {
          type: "response.function_call_arguments.done",
          output_index: 0,
          item_id: "fc_1",
          arguments: '{"a":1}',
        },
        { type: "response.output_item.done", output_index: 0, item: { ...call, arguments: '{"a":1}' } },
        completed,
      ),
    );
    expect(events.filter(({ type }) => type === "input_delta")).toMatchObject([{ text: '{"a":1}' }]);
    expect(collapse(events).reply.candidates[0]).toMatchObject({
      content: [{ id: "c", input: { a: 1 } }],
      stop: { reason: "tool_use" },
    });
  });

  it("B11: does not tell twice what deltas and ends both say", () => {
    const events = readStream(
      sse(
        created,
        { type: "response.output_item.added", output_index: 0, item: item({}) },
        {
          type: "response.content_part.added",
          output_index: 0,
          content_index: 0,
          item_id: "msg_1",
          part: text(""),
        },
        {
          type: "response.output_text.delta",
          output_index: 0,
          content_index: 0,
          item_id: "msg_1",
          delta: "He",
          obfuscation: "zz",
        },
        {
          type: "response.output_text.done",
          output_index: 0,
          content_index: 0,
          item_id: "msg_1",
          text: "Hello",
        },
        {
          type: "response.content_part.done",
          output_index: 0,
          content_index: 0,
          item_id: "msg_1",
          part: text("Hello"),
        },
        {
          type: "response.output_item.done",
          output_index: 0,
          item: item({ status: "completed", content: [text("Hello")] }),
        },
        completed,
      ),
    );
    expect(events.flatMap((event) => (event.type === "text_delta" ? [event.text] : []))).toEqual([
      "He",
      "llo",
    ]);
    expect(collapse(events).reply.candidates[0]?.content).toMatchObject([{ type: "text", text: "Hello" }]);
    expect(events.every((event) => event.type !== "text_delta" || event.vendor === undefined)).toBe(true);
  });

  it("B7, B8: keeps calls apart that come at the same time", () => {
    const call = (id: string, args: string) => ({
      type: "function_call",
      id: `fc_${id}`,
      call_id: id,
      name: "f",
      arguments: args,
    });
    const delta = (place: number, said: string) => ({
      type: "response.function_call_arguments.delta",
      output_index: place,
      item_id: "x",
      delta: said,
    });
    const events = readStream(
      sse(
        created,
        { type: "response.output_item.added", output_index: 0, item: call("a", "") },
        { type: "response.output_item.added", output_index: 1, item: call("b", "") },
        delta(1, '{"b":'),
        delta(0, '{"a":1}'),
        delta(1, "2}"),
        { type: "response.output_item.done", output_index: 1, item: call("b", '{"b":2}') },
        { type: "response.output_item.done", output_index: 0, item: call("a", '{"a":1}') },
        completed,
      ),
    );
    expect(eventFaults(events)).toEqual([]);
    expect(collapse(events).reply.candidates[0]?.content).toMatchObject([
      { id: "a", input: { a: 1 } },
      { id: "b", input: { b: 2 } },
    ]);
  });

  it("B12: does not hold the model's words back for a server tool that is not done", () => {
    const reader = codex.openReader();
    const seen: StreamEvent[] = [];
    const tool = { type: "mcp_list_tools", id: "mcpl_1", server_label: "s", tools: [] };
    for (const event of [
      created,
      { type: "response.output_item.added", output_index: 0, item: tool },
      { type: "response.output_item.added", output_index: 1, item: item({}) },
      {
        type: "response.output_text.delta",
        output_index: 1,
        content_index: 0,
        item_id: "msg_1",
        delta: "Hi",
      },
    ])
      reader.push(JSON.stringify(event), undefined, (one) => seen.push(one));
    expect(seen.at(-1)).toMatchObject({ type: "text_delta", text: "Hi" });
    const output = [
      { ...tool, tools: [{ name: "t" }] },
      item({ status: "completed", content: [text("Hi")] }),
    ];
    const last = { type: "response.completed", response: { ...begun, status: "completed", output } };
    reader.push(JSON.stringify(last), undefined, (one) => seen.push(one));
    expect(eventFaults(seen)).toEqual([]);
    expect(collapse(seen).reply.candidates[0]?.content).toMatchObject([
      { type: "text" },
      { type: "opaque", value: { tools: [{ name: "t" }] } },
    ]);
  });

  it("oddity 21: takes the sealed reasoning of the end", () => {
    const reasoning = { type: "reasoning", id: "rs_1", summary: [] };
    const events = readStream(
      sse(
        created,
        {
          type: "response.output_item.added",
          output_index: 0,
          item: { ...reasoning, encrypted_content: "early" },
        },
        {
          type: "response.reasoning_summary_part.added",
          output_index: 0,
          summary_index: 0,
          part: { type: "summary_text", text: "" },
        },
        { type: "response.reasoning_summary_text.delta", output_index: 0, summary_index: 0, delta: "one" },
        {
          type: "response.reasoning_summary_part.added",
          output_index: 0,
          summary_index: 1,
          part: { type: "summary_text", text: "" },
        },
        { type: "response.reasoning_summary_text.delta", output_index: 0, summary_index: 1, delta: "two" },
        {
          type: "response.output_item.done",
          output_index: 0,
          item: {
            ...reasoning,
            encrypted_content: "late",
            summary: ["one", "two"].map((said) => ({ type: "summary_text", text: said })),
          },
        },
        completed,
      ),
    );
    expect(JSON.stringify(events)).not.toContain("early");
    const { reply } = collapse(events);
    expect(reply.candidates[0]?.content).toMatchObject([
      { type: "thinking", text: "one\n\ntwo", summary: true, sealed: "late", id: "rs_1" },
    ]);
    const written = writeStream(events);
    expect(
      eventsOf(written).filter(({ type }) => type === "response.reasoning_summary_part.added"),
    ).toHaveLength(2);
    expect(collapse(readStream(written)).reply.candidates).toEqual(reply.candidates);
  });

  it("oddity 23, 7, 25: needs no output in the end, no event names and no quiet afterwards", () => {
    const events = readStream(
      `data: ${JSON.stringify(created)}\n\n` +
        `data:${JSON.stringify({ type: "response.output_item.done", output_index: 0, item: item({ status: "completed", content: [text("Hi")] }) })}\n\n` +
        `data: ${JSON.stringify(completed)}\n\ndata: {"type":"ping","cost":"0"}\n\ndata: [DONE]\n\n`,
    );
    expect(eventFaults(events)).toEqual([]);
    expect(collapse(events).reply.candidates[0]?.content).toMatchObject([{ type: "text", text: "Hi" }]);
  });

  it("H10, oddity 26: tells one error for an error and the failed response after it", () => {
    const failed = {
      ...begun,
      status: "failed",
      error: { code: "server_error", message: "boom" },
      usage: { input_tokens: 3 },
    };
    const events = readStream(
      sse(
        created,
        { type: "error", code: "server_error", message: "boom", param: null },
        { type: "response.failed", response: failed },
      ),
    );
    expect(events.map(({ type }) => type)).toEqual(["reply_start", "usage", "error"]);
    expect(events.at(-1)).toMatchObject({ code: "backend_unavailable", message: "boom" });
    expect(
      readStream(sse(created, { type: "error", error: { code: "rate_limit_exceeded", message: "slow" } })).at(
        -1,
      ),
    ).toMatchObject({
      type: "error",
      code: "backend_rate_limited",
      message: "slow",
    });
  });

  it("ends a stream that was cut off in an error", () => {
    expect(readStream(sse(created)).at(-1)).toMatchObject({ type: "error", code: "stream_closed" });
    expect(readStream("").map(({ type }) => type)).toEqual(["reply_start", "error"]);
  });

  it.each(["{", "5", "[]"])("names the event that cannot be read: %s", (data) => {
    const reader = codex.openReader();
    reader.push(JSON.stringify(created), undefined, () => undefined);
    try {
      reader.push(data, undefined, () => undefined);
      expect.unreachable();
    } catch (error) {
      expect(AbpError.is(error) && [error.code, error.where]).toEqual([
        "contract_schema_violation",
        "event 1",
      ]);
    }
  });

  it("keeps events that only this dialect knows", () => {
    const events = readStream(sse(created, { type: "response.steered", note: 1 }, completed));
    expect(events).toContainEqual({
      type: "opaque",
      dialect: "codex",
      kind: "response.steered",
      value: { type: "response.steered", note: 1 },
    });
    expect(writeStream(events)).toContain('"note":1');
  });

  it("B1: reads and writes an argument of many small pieces in linear time", () => {
    const call = { type: "function_call", id: "fc_1", call_id: "c", name: "f", arguments: "" };
    const piece = JSON.stringify({
      type: "response.function_call_arguments.delta",
      output_index: 0,
      item_id: "fc_1",
      delta: "x".repeat(20),
    });
    const reader = codex.openReader();
    const writer = codex.openWriter(facts);
    let length = 0;
    const pass = (event: StreamEvent) => writer.push(event, (out) => (length += out.length));
    reader.push(JSON.stringify(created), undefined, pass);
    reader.push(
      JSON.stringify({ type: "response.output_item.added", output_index: 0, item: call }),
      undefined,
      pass,
    );
    for (let count = 0; count < 100_000; count++) reader.push(piece, undefined, pass);
    reader.push(
      JSON.stringify({
        type: "response.output_item.done",
        output_index: 0,
        item: { ...call, arguments: "x".repeat(2_000_000) },
      }),
      undefined,
      pass,
    );
    reader.push(JSON.stringify(completed), undefined, pass);
    expect(length).toBeGreaterThan(2_000_000);
  });
});
