import { describe, expect, it } from "vitest";
import { collapse } from "../../collapse.ts";
import { openai } from "../../openai/index.ts";
import { chunk, readStream, writeStream } from "../fixtures/driving.ts";
import { checkEvents } from "../fixtures/event-grammar.ts";

const DONE = "[DONE]";

function callDelta(index: number | undefined, members: object): object {
  return { tool_calls: [{ ...(index === undefined ? {} : { index }), ...members }] };
}

function call(index: number, id: string | null, name: string | undefined, text: string): object {
  return callDelta(index, {
    id,
    type: "function",
    function: { ...(name === undefined ? {} : { name }), arguments: text },
  });
}

function contentOf(data: readonly (string | object)[]) {
  const events = readStream(openai, data);
  expect(checkEvents(events)).toEqual([]);
  const { reply, error } = collapse(events);
  return { content: reply.candidates[0]?.content, stop: reply.candidates[0]?.stop, reply, error, events };
}

describe("reading a stream", () => {
  it("A5: opens a block of the first chunk's kind and loses no chunk if the kind changes", () => {
    const { content } = contentOf([
      chunk({ role: "assistant", content: "", reasoning_content: "think" }),
      chunk({ reasoning_content: " more" }),
      chunk({ content: "say" }),
      chunk({ content: " so" }, "stop"),
      DONE,
    ]);
    expect(content).toEqual([
      { type: "thinking", text: "think more" },
      { type: "text", text: "say so" },
    ]);
  });

  it("A5: takes thinking and text that come in one delta, in this order", () => {
    const { content } = contentOf([chunk({ content: "b", reasoning_content: "a" }, "stop"), DONE]);
    expect(content?.map((block) => block.type)).toEqual(["thinking", "text"]);
  });

  it("B1: puts the argument deltas of a call together", () => {
    const { content, stop } = contentOf([
      chunk(call(0, "c1", "f", "")),
      chunk(call(0, null, undefined, '{"a"')),
      chunk(call(0, "", undefined, ":1}")),
      chunk({}, "tool_calls"),
      DONE,
    ]);
    expect(content).toEqual([{ type: "tool_use", id: "c1", name: "f", kind: "function", input: { a: 1 } }]);
    expect(stop?.reason).toBe("tool_use");
  });

  it("B3: takes an empty list of tool calls for none", () => {
    const { content } = contentOf([chunk({ content: "x", tool_calls: [] }, "stop"), DONE]);
    expect(content).toEqual([{ type: "text", text: "x" }]);
  });

  it("B5: starts a new block with a higher number each time the kind changes", () => {
    const { events } = contentOf([
      chunk({ content: "a" }),
      chunk({ reasoning_content: "b" }),
      chunk({ content: "c" }, "stop"),
      DONE,
    ]);
    const starts = events.filter((event) => event.type === "block_start");
    expect(starts.map(({ block, content }) => [block, content.type])).toEqual([
      [0, "text"],
      [1, "thinking"],
      [2, "text"],
    ]);
  });

  it("B7: starts a new call for a new id under a known index", () => {
    const { content } = contentOf([
      chunk(call(0, "c1", "f", '{"a":1}')),
      chunk(call(0, "c2", "f", '{"a":2}')),
      chunk({}, "tool_calls"),
      DONE,
    ]);
    expect(content).toMatchObject([
      { id: "c1", input: { a: 1 } },
      { id: "c2", input: { a: 2 } },
    ]);
  });

  it("B7, B12: forwards a call at once that takes the index of one whose arguments are broken", () => {
    const events = readStream(openai, [
      chunk(call(0, "c1", "f", '{"a":')),
      chunk(call(0, "c2", "f", '{"b"')),
    ]);
    const last = events.findLast((event) => event.type === "input_delta");
    expect(last).toMatchObject({ block: 1, text: '{"b"' });
  });

  it("A7: keeps what a server adds to a call, such as Gemini's signature, and writes it again", () => {
    const extra = { google: { thought_signature: "sig" } };
    const one = {
      tool_calls: [
        {
          index: 0,
          id: "c1",
          type: "function",
          function: { name: "f", arguments: "{}" },
          extra_content: extra,
        },
      ],
    };
    const { content, events } = contentOf([chunk(one, "tool_calls"), DONE]);
    expect(content).toMatchObject([{ vendor: { openai: { extra_content: extra } } }]);
    expect(writeStream(openai, events)).toContain('"extra_content":{"google":{"thought_signature":"sig"}}');
  });

  it("B8: keeps calls apart whose arguments are interleaved", () => {
    const { content } = contentOf([
      chunk(call(0, "c1", "f", '{"a":')),
      chunk(call(1, "c2", "g", '{"b":')),
      chunk(call(0, null, undefined, "1}")),
      chunk(call(1, null, undefined, "2}")),
      chunk({}, "tool_calls"),
      DONE,
    ]);
    expect(content).toMatchObject([
      { id: "c1", name: "f", input: { a: 1 } },
      { id: "c2", name: "g", input: { b: 2 } },
    ]);
  });

  it("B8: waits for the arguments of calls that are announced together", () => {
    const announced = {
      tool_calls: [
        { index: 0, id: "c1", type: "function", function: { name: "f", arguments: "" } },
        { index: 1, id: "c2", type: "function", function: { name: "g", arguments: "" } },
      ],
    };
    const { content } = contentOf([
      chunk(announced),
      chunk(call(0, null, undefined, '{"a":1}')),
      chunk(call(1, null, undefined, '{"b":2}')),
      chunk({}, "tool_calls"),
      DONE,
    ]);
    expect(content).toMatchObject([{ input: { a: 1 } }, { input: { b: 2 } }]);
  });

  it("B12: forwards a call after one without arguments as soon as it has some", () => {
    const events = readStream(openai, [
      chunk(call(0, "c1", "f", "")),
      chunk(call(1, "c2", "g", "")),
      chunk(call(1, null, undefined, '{"b"')),
    ]);
    const started = events.filter((event) => event.type === "block_start");
    expect(started.map(({ content }) => content.type === "tool_use" && content.id)).toEqual(["c1", "c2"]);
  });

  it("B4: ends a call before the text that follows it", () => {
    const { content } = contentOf([chunk(call(0, "c1", "f", "{}")), chunk({ content: "x" }, "stop"), DONE]);
    expect(content?.map((block) => block.type)).toEqual(["tool_use", "text"]);
  });

  it("B4: holds text back that comes in the middle of a call", () => {
    const { content } = contentOf([
      chunk(call(0, "c1", "f", '{"a":')),
      chunk({ content: "x" }),
      chunk(call(0, null, undefined, "1}")),
      chunk({ content: "y" }, "tool_calls"),
      DONE,
    ]);
    expect(content).toMatchObject([
      { type: "tool_use", input: { a: 1 } },
      { type: "text", text: "xy" },
    ]);
  });

  it("B18: gives a call without an id the same id each time, and each call another", () => {
    const stream = [
      chunk(callDelta(0, { function: { name: "f", arguments: "{}" } })),
      chunk(callDelta(0, { function: { name: "f", arguments: '{"a":1}' } })),
      chunk({}, "tool_calls"),
      DONE,
    ];
    const ids = () => contentOf(stream).content?.map((block) => block.type === "tool_use" && block.id);
    expect(ids()).toEqual(ids());
    expect(new Set(ids()).size).toBe(2);
    expect(ids()?.[0]).toMatch(/^call_[0-9a-f]{24}$/);
  });

  it("B18: begins a call when its name is known, with what came before", () => {
    const { content } = contentOf([
      chunk(callDelta(0, { id: "c1", function: { arguments: '{"a":' } })),
      chunk(callDelta(0, { function: { name: "f", arguments: "1}" } })),
      chunk({}, "tool_calls"),
      DONE,
    ]);
    expect(content).toEqual([{ type: "tool_use", id: "c1", name: "f", kind: "function", input: { a: 1 } }]);
  });

  it("D14: takes arguments that were never sent for none", () => {
    const { content } = contentOf([chunk(call(0, "c1", "f", "")), chunk({}, "tool_calls"), DONE]);
    expect(content).toMatchObject([{ input: {} }]);
  });

  it("reads a call that has no index by its id, and one that has neither as the last", () => {
    const { content } = contentOf([
      chunk(callDelta(undefined, { id: "c1", function: { name: "f", arguments: '{"a"' } })),
      chunk(callDelta(undefined, { function: { arguments: ":1}" } })),
      chunk(callDelta(undefined, { id: "c2", function: { name: "f", arguments: "{}" } })),
      chunk({}, "tool_calls"),
      DONE,
    ]);
    expect(content).toMatchObject([{ id: "c1", input: { a: 1 } }, { id: "c2" }]);
  });

  it("reads freeform calls", () => {
    const { content } = contentOf([
      chunk(callDelta(0, { id: "c1", type: "custom", custom: { name: "patch", input: "" } })),
      chunk(callDelta(0, { custom: { input: "***" } })),
      chunk({}, "tool_calls"),
      DONE,
    ]);
    expect(content).toMatchObject([{ kind: "custom", name: "patch", inputText: "***" }]);
  });

  it("C1: says tool_use wherever there is a call, though the vendor says stop", () => {
    expect(contentOf([chunk(call(0, "c", "f", "{}")), chunk({}, "stop"), DONE]).stop).toEqual({
      reason: "tool_use",
      raw: "stop",
    });
  });

  it("B19: says end_turn if the vendor says tool_calls and there is none", () => {
    expect(contentOf([chunk({ content: "x" }, "tool_calls"), DONE]).stop?.reason).toBe("end_turn");
  });

  it("C5, C7: keeps a call that was cut off, and says why", () => {
    const { content, stop } = contentOf([chunk(call(0, "c", "f", '{"a":"b')), chunk({}, "length"), DONE]);
    expect(content).toMatchObject([{ type: "tool_use", inputText: '{"a":"b' }]);
    expect(stop?.reason).toBe("max_tokens");
  });

  it("C6: tells filters and refusals from an ordinary end", () => {
    expect(contentOf([chunk({ content: "x" }, "content_filter"), DONE]).stop?.reason).toBe("content_filter");
    const { content, stop } = contentOf([chunk({ refusal: "no" }, "stop"), DONE]);
    expect(content).toEqual([{ type: "refusal", text: "no" }]);
    expect(stop?.reason).toBe("refusal");
  });

  it("B13: ends a turn of thinking alone", () => {
    expect(contentOf([chunk({ reasoning_content: "x" }, "stop"), DONE]).content).toHaveLength(1);
  });

  it("B17: ends in an error when the stream was cut off, and in a stop when only the last event is missing", () => {
    expect(contentOf([chunk({ content: "x" })]).error?.code).toBe("stream_closed");
    expect(contentOf([]).error?.code).toBe("stream_closed");
    expect(contentOf([chunk({ content: "x" }, "stop")]).error).toBeUndefined();
    expect(contentOf([chunk({ content: "x" }), DONE]).stop).toEqual({ reason: "other" });
  });

  it("G4, G5: takes usage wherever it stands, and the last that is said", () => {
    const usage = (n: number) => ({ prompt_tokens: n, completion_tokens: 1, total_tokens: n + 1 });
    const places = [
      [chunk({ content: "x" }, "stop"), chunk({}, null, { choices: [], usage: usage(3) })],
      [chunk({ content: "x" }, "stop", { usage: usage(3) })],
      [chunk({ content: "x" }, null, { usage: usage(2) }), chunk({}, "stop", { usage: usage(3) })],
      [
        chunk({ content: "x" }),
        chunk({}, null, { choices: [{ index: 0, delta: {}, finish_reason: "stop", usage: usage(3) }] }),
      ],
      [
        chunk({ content: "x" }, null, { x_groq: { id: "req" } }),
        chunk({}, "stop", { x_groq: { usage: usage(3) } }),
      ],
      [chunk({ content: "x" }, "stop", { usage: usage(3), x_groq: { usage: usage(4) } })],
    ];
    for (const place of places) expect(contentOf([...place, DONE]).reply.usage?.input).toBe(3);
  });

  it("begins with the first chunk that has choices, and keeps what an earlier one said", () => {
    const filter = { choices: [], created: 0, id: "", model: "", prompt_filter_results: [1] };
    const { reply, events } = contentOf([filter, chunk({ content: "x" }, "stop"), DONE]);
    expect(events[0]).toMatchObject({ type: "reply_start", id: "chatcmpl-1", model: "m-1", created: 5 });
    expect(reply.vendor).toEqual({ openai: { prompt_filter_results: [1] } });
  });

  it("H10: ends in the error that comes in the middle of a stream", () => {
    const { error, content } = contentOf([
      chunk({ content: "x" }),
      {
        error: {
          message: "bad call",
          type: "invalid_request_error",
          code: "tool_use_failed",
          status_code: 400,
        },
      },
      DONE,
    ]);
    expect(error).toMatchObject({ code: "validation_failed", message: "bad call" });
    expect(content).toEqual([{ type: "text", text: "x" }]);
  });

  it("puts citations, log probabilities and leftovers where they belong", () => {
    const annotation = {
      type: "url_citation",
      url_citation: { url: "u", title: "t", start_index: 0, end_index: 1 },
    };
    const logprobs = (token: string) => ({ content: [{ token, logprob: -1 }], refusal: null });
    const { reply } = contentOf([
      chunk({}, null, {
        choices: [{ index: 0, delta: { content: "x", strange: 1 }, logprobs: logprobs("x") }],
      }),
      chunk({ annotations: [annotation] }, null, { x_late: true }),
      chunk({}, null, {
        choices: [{ index: 0, delta: {}, finish_reason: "stop", logprobs: logprobs("y"), odd: 2 }],
      }),
      DONE,
    ]);
    expect(reply.candidates[0]).toEqual({
      index: 0,
      content: [
        {
          type: "text",
          text: "x",
          citations: [{ kind: "url_citation", url: "u", title: "t", answer: { start: 0, end: 1 } }],
        },
      ],
      stop: { reason: "end_turn", raw: "stop" },
      logprobs: [
        { token: "x", logprob: -1 },
        { token: "y", logprob: -1 },
      ],
      vendor: { openai: { odd: 2, message: { strange: 1 } } },
    });
    expect(reply.vendor).toEqual({ openai: { x_late: true } });
  });

  it("A9: gathers reasoning details from every chunk", () => {
    const { reply } = contentOf([
      chunk({ reasoning: "a", reasoning_details: [{ type: "reasoning.text", text: "a" }] }),
      chunk({ reasoning_details: [{ type: "reasoning.encrypted", data: "z" }] }, "stop"),
      DONE,
    ]);
    expect(reply.candidates[0]?.vendor).toEqual({
      openai: {
        message: {
          reasoning_details: [
            { type: "reasoning.text", text: "a" },
            { type: "reasoning.encrypted", data: "z" },
          ],
        },
      },
    });
  });

  it("names the event that is malformed", () => {
    expect(() => readStream(openai, [chunk({}), "{"])).toThrow(/event 1 of the stream is not JSON/);
    expect(() => readStream(openai, ["[1]"])).toThrow(/\$\[0\] is a list/);
    expect(() => readStream(openai, [{ id: "x", choices: 3 }])).toThrow(/\$\[0\]\.choices/);
    expect(() => readStream(openai, [chunk({ tool_calls: [1] })])).toThrow(/tool_calls/);
  });
});
