import { describe, expect, it } from "vitest";
import type { Block, StreamEvent } from "../../../contract/index.ts";
import { replyStart } from "../fixtures/foreign.ts";
import { sseEvents, streamFaults, writeStream } from "../fixtures/streaming.ts";

const at = { candidate: 0, block: 0 };
const begin = (content: Block): StreamEvent => ({ type: "block_start", ...at, content });
const input = (text: string): StreamEvent => ({ type: "input_delta", ...at, text });
const stop: StreamEvent = { type: "block_stop", ...at };
const goesOn: StreamEvent[] = [
  { type: "block_start", candidate: 0, block: 1, content: { type: "text", text: "more" } },
  { type: "block_stop", candidate: 0, block: 1 },
  { type: "reply_stop" },
];
const ends: StreamEvent[] = [{ type: "reply_stop" }];
const breaksOff: StreamEvent[] = [{ type: "error", code: "stream_closed", message: "gone" }];

const closed = { type: "content_block_stop", index: 0 };
const more = [
  {
    type: "content_block_start",
    index: 1,
    content_block: { type: "text", text: "", citations: null },
  },
  { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "more" } },
  { type: "content_block_stop", index: 1 },
];
const delta = (written: object) => ({ type: "content_block_delta", index: 0, delta: written });
const inputDelta = (partial_json: string) => delta({ type: "input_json_delta", partial_json });
const failure = (message: string) => ({
  type: "error",
  error: { type: "api_error", message },
  request_id: null,
});
const failed = failure("gone");

/** The events between the start and the end of the message. */
function written(events: readonly StreamEvent[]): unknown[] {
  const text = writeStream([replyStart, ...events]);
  expect(streamFaults(text)).toEqual([]);
  return sseEvents(text)
    .map(({ data }) => JSON.parse(data))
    .filter(({ type }) => !(type as string).startsWith("message_"));
}

describe("what waits in a block is written whether the stream goes on, ends or breaks off", () => {
  const patch = begin({ type: "tool_use", id: "c", name: "patch", kind: "custom", input: undefined });
  const held = [patch, input('do "'), input("it")];
  const call = {
    type: "content_block_start",
    index: 0,
    content_block: { type: "tool_use", id: "c", name: "patch", input: {}, caller: { type: "direct" } },
  };
  const whole = inputDelta('{"input":"do \\"it"}');
  const open = inputDelta('{"input":"do \\"it');

  it.each<[string, StreamEvent[], unknown[]]>([
    ["a freeform call: goes on", [...held, stop, ...goesOn], [call, whole, closed, ...more]],
    ["a freeform call: goes on without its end", [...held, ...goesOn], [call, whole, closed, ...more]],
    ["a freeform call: ends", [...held, stop, ...ends], [call, whole, closed]],
    ["a freeform call: ends without its end", [...held, ...ends], [call, whole, closed]],
    ["a freeform call: breaks off", [...held, ...breaksOff], [call, open, failed]],
    ["a freeform call: just stops", held, [call, open, failure("the stream ended before its last event")]],
    [
      "a freeform call without text: ends",
      [patch, stop, ...ends],
      [call, inputDelta('{"input":""}'), closed],
    ],
    ["a freeform call without text: breaks off", [patch, ...breaksOff], [call, failed]],
  ])("%s", (_, events, expected) => expect(written(events)).toEqual(expected));

  const thinking = [
    begin({ type: "thinking", text: "" }),
    { type: "thinking_delta", ...at, text: "hm" } as const,
  ];
  const signature: StreamEvent = { type: "signature", ...at, signature: "s" };
  const thought = [
    {
      type: "content_block_start",
      index: 0,
      content_block: { type: "thinking", thinking: "", signature: "" },
    },
    delta({ type: "thinking_delta", thinking: "hm" }),
  ];
  const signed = delta({ type: "signature_delta", signature: "s" });

  it.each<[string, StreamEvent[], unknown[]]>([
    [
      "a signature: goes on",
      [...thinking, signature, stop, ...goesOn],
      [...thought, signed, closed, ...more],
    ],
    ["a signature: ends", [...thinking, signature, stop, ...ends], [...thought, signed, closed]],
    ["a signature: breaks off", [...thinking, signature, ...breaksOff], [...thought, signed, failed]],
    ["a thought without one: breaks off", [...thinking, ...breaksOff], [...thought, failed]],
  ])("%s", (_, events, expected) => expect(written(events)).toEqual(expected));
});
