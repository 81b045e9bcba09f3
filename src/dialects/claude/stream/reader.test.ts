import { describe, expect, it } from "vitest";
import type { Block } from "../../../contract/index.ts";
import { collapse } from "../../collapse.ts";
import { grammarFaults } from "../fixtures/event-grammar.ts";
import {
  readStream,
  sseEvents,
  sseText,
  type WireEvent,
  writeStream,
  writing,
} from "../fixtures/streaming.ts";
import { claude } from "../index.ts";

const start = {
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-opus-5",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 5, cache_creation_input_tokens: 3, cache_read_input_tokens: 2, output_tokens: 1 },
  },
};
const stop = [
  {
    type: "message_delta",
    delta: { stop_reason: "end_turn", stop_sequence: null },
    usage: { output_tokens: 9 },
  },
  { type: "message_stop" },
];
const open = (index: number, content_block: object) => ({
  type: "content_block_start",
  index,
  content_block,
});
const piece = (index: number, delta: object) => ({ type: "content_block_delta", index, delta });
const shut = (index: number) => ({ type: "content_block_stop", index });
const text = (index: number, words: string) => piece(index, { type: "text_delta", text: words });

function contentOf(events: readonly WireEvent[]): Block[] {
  const read = readStream(sseText(events));
  expect(grammarFaults(read)).toEqual([]);
  return collapse(read).reply.candidates[0]?.content ?? [];
}

describe("a reader of streams", () => {
  it("B1: sums the pieces of arguments to what they say", () => {
    const [call] = contentOf([
      start,
      open(0, { type: "tool_use", id: "toolu_1", name: "f", input: {} }),
      piece(0, { type: "input_json_delta", partial_json: "" }),
      piece(0, { type: "input_json_delta", partial_json: '{"a":' }),
      piece(0, { type: "input_json_delta", partial_json: "[1,2]}" }),
      shut(0),
      ...stop,
    ]);
    expect(call).toEqual({
      type: "tool_use",
      id: "toolu_1",
      name: "f",
      kind: "function",
      input: { a: [1, 2] },
    });
  });

  it("D14: takes a call without pieces, or with an empty one, for a call without arguments", () => {
    const call = open(0, { type: "tool_use", id: "toolu_1", name: "f", input: {} });
    const empty = piece(0, { type: "input_json_delta", partial_json: "" });
    for (const pieces of [[], [empty]]) {
      expect(contentOf([start, call, ...pieces, shut(0), ...stop])).toMatchObject([{ input: {} }]);
    }
  });

  it("keeps arguments that came whole with the start", () => {
    const call = open(0, { type: "tool_use", id: "toolu_1", name: "f", input: { a: 1 } });
    const empty = piece(0, { type: "input_json_delta", partial_json: "" });
    expect(contentOf([start, call, empty, shut(0), ...stop])).toMatchObject([{ input: { a: 1 } }]);
  });

  it("C7: keeps the text of a call that was cut off", () => {
    const events = readStream(
      sseText([
        start,
        open(0, { type: "tool_use", id: "toolu_1", name: "f", input: {} }),
        piece(0, { type: "input_json_delta", partial_json: '{"a":1,"b":"unfin' }),
        shut(0),
        {
          type: "message_delta",
          delta: { stop_reason: "max_tokens", stop_sequence: null },
          usage: { output_tokens: 9 },
        },
        { type: "message_stop" },
      ]),
    );
    const { reply } = collapse(events);
    expect(reply.candidates[0]).toMatchObject({
      content: [{ inputText: '{"a":1,"b":"unfin' }],
      stop: { reason: "max_tokens" },
    });
    const body = claude.writeReply(reply, writing);
    expect(body).toMatchObject({ content: [{ input: { a: 1 } }], stop_reason: "max_tokens" });
    expect(collapse(readStream(writeStream(events))).reply).toEqual(reply);
  });

  it("B4, B5: begins a new block if an engine writes text into an open call or shares a number", () => {
    const content = contentOf([
      start,
      open(0, { type: "tool_use", id: "toolu_1", name: "f", input: {} }),
      text(0, "hello"),
      piece(0, { type: "thinking_delta", thinking: "hm" }),
      shut(0),
      ...stop,
    ]);
    expect(content.map((block) => [block.type, "text" in block ? block.text : ""])).toEqual([
      ["tool_use", ""],
      ["text", "hello"],
      ["thinking", "hm"],
    ]);
  });

  it("A3: keeps thinking that is only a signature, and redacted thinking", () => {
    const content = contentOf([
      start,
      open(0, { type: "thinking", thinking: "", signature: "" }),
      piece(0, { type: "signature_delta", signature: "c2ln" }),
      shut(0),
      open(1, { type: "redacted_thinking", data: "b3BhcXVl" }),
      shut(1),
      ...stop,
    ]);
    expect(content).toEqual([
      { type: "thinking", text: "", signature: "c2ln" },
      { type: "redacted_thinking", data: "b3BhcXVl" },
    ]);
  });

  it("D17: keeps the call and the result of a server tool as whole units, in order", () => {
    const result = { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [{ type: "x" }] };
    const content = contentOf([
      start,
      open(0, { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} }),
      piece(0, { type: "input_json_delta", partial_json: '{"query":' }),
      piece(0, { type: "input_json_delta", partial_json: '"x"}' }),
      shut(0),
      open(1, result),
      shut(1),
      open(2, { type: "compaction", content: null }),
      piece(2, { type: "compaction_delta", content: "short", encrypted_content: null }),
      shut(2),
      ...stop,
    ]);
    expect(content).toMatchObject([
      { type: "opaque", dialect: "claude", kind: "server_tool_use", value: { input: { query: "x" } } },
      { type: "opaque", kind: "web_search_tool_result", id: "srvtoolu_1", value: result },
      { type: "opaque", kind: "compaction", value: { content: "short" } },
    ]);
  });

  it("G1, G4: takes the last counts and fills in those that an event leaves out", () => {
    const { reply } = collapse(readStream(sseText([start, ...stop])));
    expect(reply.usage).toEqual({ input: 10, output: 9, cacheRead: 2, cacheWrite: 3 });
  });

  it("G4: adds the cached parts that an event leaves out to the input that it tells", () => {
    const delta = {
      ...stop[0]!,
      usage: { input_tokens: 6, cache_read_input_tokens: null, output_tokens: 9 },
    };
    const { reply } = collapse(readStream(sseText([start, delta, stop[1]!])));
    expect(reply.usage).toEqual({ input: 11, output: 9, cacheRead: 2, cacheWrite: 3 });
  });

  it("A6: takes two message_deltas for one end", () => {
    const events = readStream(sseText([start, stop[0]!, stop[0]!, stop[1]!]));
    expect(events.filter(({ type }) => type === "candidate_stop")).toHaveLength(1);
    expect(grammarFaults(events)).toEqual([]);
  });

  it("ends in an error if the stream was cut off", () => {
    const events = readStream(sseText([start, open(0, { type: "text", text: "" }), text(0, "half")]));
    expect(events.at(-1)).toMatchObject({ type: "error", code: "stream_closed" });
    expect(grammarFaults(events)).toEqual([]);
  });

  it("ends in the vendor's error, and keeps its type", () => {
    const failure = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const events = readStream(sseText([start, failure]));
    expect(events.at(-1)).toMatchObject({
      type: "error",
      code: "backend_unavailable",
      message: "Overloaded",
    });
    expect(JSON.parse(sseEvents(writeStream(events)).at(-1)!.data)).toEqual(failure);
  });

  it("hands over what it does not know, and passes over what follows the end", () => {
    const events = readStream(
      `${sseText([start, { type: "message_note", note: 1 }, ...stop])}data: [DONE]\n\ndata: {"type":"ping"}\n\n`,
    );
    expect(events[1]).toMatchObject({ type: "opaque", dialect: "claude", kind: "message_note" });
    expect(events.at(-1)?.type).toBe("reply_stop");
  });

  it("names the event that breaks the wire's rules", () => {
    const broken: [string, RegExp, string][] = [
      ["data: {oops\n\n", /event 0 .* not JSON/, "$[0]"],
      [sseText([start, { type: "content_block_delta", index: 0, delta: 3 }]), /is number/, "$[1].delta"],
      [sseText([text(0, "x")]), /before message_start/, "$[0]"],
      [sseText([start, start]), /second message_start/, "$[1]"],
      [sseText([start, piece(0, { type: "input_json_delta", partial_json: "{" })]), /not open/, "$[1]"],
    ];
    for (const [stream, message, where] of broken) {
      expect(() => readStream(stream)).toThrow(
        expect.objectContaining({
          code: "contract_schema_violation",
          message: expect.stringMatching(message) as string,
          where,
        }),
      );
    }
  });
});
