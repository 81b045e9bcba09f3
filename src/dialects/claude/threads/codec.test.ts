import { describe, expect, it } from "vitest";
import { threads } from "./codec.ts";

describe("threads of the Messages API", () => {
  it("are created, continued or not asked for", () => {
    expect(threads.read({})).toBeUndefined();
    expect(threads.read({ thread: null })).toBeUndefined();
    expect(threads.read({ thread: { type: "create" } })).toEqual({ previousId: undefined });
    const thread = { type: "continue", previous_message_id: "msg_1" };
    expect(threads.read({ thread })).toEqual({ previousId: "msg_1" });
  });

  it.each([{ type: "continue" }, { type: "other" }, "create", { type: "continue", previous_message_id: 1 }])(
    "are refused in any other form: %j",
    (thread) => {
      expect(() => threads.read({ thread })).toThrow(expect.objectContaining({ where: "$.thread" }));
    },
  );

  it.each(["system", "tools"])("refuse a request that repeats %s", (name) => {
    const request = { [name]: [], messages: [] };
    expect(() => threads.expand(request, { messages: [] })).toThrow(
      expect.objectContaining({ code: "validation_failed", where: `$.${name}` }),
    );
    expect(threads.expand(request, undefined)).toEqual(request);
  });
});

describe("a message that is collected from its stream", () => {
  const collect = (...events: readonly object[]) => {
    const collector = threads.openCollector();
    for (const event of events) collector.push(event as Record<string, unknown>);
    return collector.answer();
  };
  const start = { type: "message_start", message: { id: "msg_1", role: "assistant", content: [] } };
  const block = (index: number, content_block: object) => ({
    type: "content_block_start",
    index,
    content_block,
  });
  const delta = (index: number, value: object) => ({ type: "content_block_delta", index, delta: value });
  const stop = (index: number) => ({ type: "content_block_stop", index });

  it("has its text, thinking, calls and reason to stop", () => {
    const message = collect(
      start,
      block(0, { type: "thinking", thinking: "", signature: "" }),
      delta(0, { type: "thinking_delta", thinking: "hm" }),
      delta(0, { type: "signature_delta", signature: "sig" }),
      stop(0),
      block(1, { type: "text", text: "" }),
      delta(1, { type: "text_delta", text: "a" }),
      delta(1, { type: "text_delta", text: "b" }),
      delta(1, { type: "citations_delta", citation: { url: "u" } }),
      stop(1),
      block(2, { type: "tool_use", id: "t", name: "n", input: {} }),
      delta(2, { type: "input_json_delta", partial_json: '{"a":' }),
      delta(2, { type: "input_json_delta", partial_json: "1}" }),
      stop(2),
      { type: "message_delta", delta: { stop_reason: "tool_use" } },
      { type: "message_stop" },
    );
    expect(message).toEqual({
      id: "msg_1",
      role: "assistant",
      stop_reason: "tool_use",
      content: [
        { type: "thinking", thinking: "hm", signature: "sig" },
        { type: "text", text: "ab", citations: [{ url: "u" }] },
        { type: "tool_use", id: "t", name: "n", input: { a: 1 } },
      ],
    });
  });

  it("has an empty input if the call was cut off, and is none without a beginning", () => {
    const cut = collect(
      start,
      block(0, { type: "tool_use", id: "t", name: "n", input: {} }),
      delta(0, { type: "input_json_delta", partial_json: '{"a' }),
      stop(0),
    );
    expect(cut).toMatchObject({ content: [{ input: {} }] });
    expect(collect(delta(0, { type: "text_delta", text: "x" }), stop(0))).toBeUndefined();
  });
});

describe("the state of a thread", () => {
  const messages = [{ role: "user", content: "one" }];

  it("has the members of the first request, and all messages up to the answer", () => {
    const content = [{ type: "text", text: "two" }];
    const request = { model: "m", system: "s", tools: [], messages, max_tokens: 9 };
    const said = [...messages, { role: "assistant", content }];
    expect(threads.stateOf(request, { id: "msg_1", content })).toEqual({
      system: "s",
      tools: [],
      messages: said,
    });
    expect(threads.stateOf({ messages }, "unreadable")).toEqual({
      messages: [...messages, { role: "assistant", content: [] }],
    });
    expect(threads.stateOf({}, { content })).toEqual({ messages: [{ role: "assistant", content }] });
  });

  it("is put in front of what is asked next, with the members that it was created with", () => {
    const next = { model: "m", messages: ["three"], thread: { type: "continue" } };
    expect(threads.expand(next, { system: "s", messages: ["one", "two"] })).toEqual({
      ...{ model: "m", system: "s", messages: ["one", "two", "three"] },
    });
    expect(threads.expand({ thread: {}, messages: "x" }, { messages: null })).toEqual({ messages: [] });
    expect(() => threads.expand({ tools: [] }, { messages: [] })).toThrow(
      "tools is kept with the thread, so a request that continues it must not repeat it",
    );
  });

  it("is kept under the id of its last answer", () => {
    expect(threads.idOf({ id: "msg_1" })).toBe("msg_1");
    for (const answer of [undefined, "x", {}, { id: 5 }]) expect(threads.idOf(answer)).toBeUndefined();
    expect([threads.members, threads.notFound]).toEqual([["thread"], "thread_not_found"]);
  });

  it("is asked for in one of two forms, which the error names", () => {
    expect(() => threads.read({ thread: {} })).toThrow(
      'thread is {"type": "create"} or {"type": "continue", "previous_message_id": "…"}',
    );
  });
});
