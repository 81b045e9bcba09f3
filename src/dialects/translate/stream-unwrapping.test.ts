import { describe, expect, it } from "vitest";
import { AbpError, type Block, type StreamEvent } from "../../contract/index.ts";
import { IdMap } from "../id-map.ts";
import { findDialect } from "../registry/lookup.ts";
import { StreamTranslator } from "./stream.ts";
import { StreamUnwrapper } from "./stream-unwrapping.ts";

const memory = {
  ids: new IdMap(),
  tools: { custom: new Set(["patch"]), namespaced: new Map() },
  streams: true,
  streamUsage: true,
  model: "m",
};
const at = { candidate: 0, block: 0 };
const call: Block = { type: "tool_use", id: "c", name: "patch", kind: "function", input: {} };
const input = (text: string): StreamEvent => ({ type: "input_delta", ...at, text });
const held: StreamEvent[] = [
  { type: "block_start", ...at, content: call },
  input('{"input":"do '),
  input("it"),
];
const stop: StreamEvent = { type: "block_stop", ...at };
const begun: StreamEvent = {
  type: "block_start",
  ...at,
  content: { ...call, kind: "custom", input: undefined, inputText: "" },
};

function unwrap(events: readonly StreamEvent[]): StreamEvent[] {
  const seen: StreamEvent[] = [];
  const unwrapper = new StreamUnwrapper(memory);
  for (const event of events) unwrapper.push(event, (one) => seen.push(one));
  return seen;
}

describe("a freeform call that is held is passed on whether the stream goes on, ends or breaks off", () => {
  const goesOn: StreamEvent[] = [
    { type: "block_start", candidate: 0, block: 1, content: { type: "text", text: "more" } },
    { type: "block_stop", candidate: 0, block: 1 },
  ];
  const ends: StreamEvent[] = [
    { type: "candidate_stop", candidate: 0, stop: { reason: "tool_use" } },
    { type: "reply_stop" },
  ];
  const failed: StreamEvent = { type: "error", code: "stream_closed", message: "gone" };
  const whole = [begun, input("do it"), stop];
  const cut = [begun, input('{"input":"do it')];

  it.each<[string, StreamEvent[], StreamEvent[]]>([
    ["goes on", [...held, input('"}'), stop, ...goesOn], [...whole, ...goesOn]],
    ["ends", [...held, input('"}'), stop, ...ends], [...whole, ...ends]],
    ["ends with a call that a limit cut off", [...held, stop, ...ends], [...cut, stop, ...ends]],
    ["breaks off", [...held, failed], [...cut, failed]],
    ["breaks off, and is held no longer", [...held, failed, stop], [...cut, failed, stop]],
  ])("%s", (_, events, expected) => expect(unwrap(events)).toEqual(expected));
});

describe("a caller gets what there is of a freeform call", () => {
  const chunk = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
  const called = {
    index: 0,
    id: "c",
    type: "function",
    function: { name: "patch", arguments: '{"input":"do' },
  };
  const sent = Buffer.from(chunk({ role: "assistant", tool_calls: [called] }));
  const open = () =>
    new StreamTranslator(findDialect("openai"), findDialect("codex"), { memory, id: "r", created: 1 });
  const told = (text: string) => [
    text.includes('"type":"response.custom_tool_call_input.delta"'),
    text.includes('"delta":"{\\"input\\":\\"do"'),
    text.indexOf("custom_tool_call_input") < text.indexOf("response.failed"),
  ];

  it.each<[string, (stream: StreamTranslator) => string]>([
    ["the engine's stream ends early", (stream) => stream.end()],
    ["what the engine sends cannot be read", (stream) => stream.push(Buffer.from("data: {\n\n"))],
    ["the connection breaks", (stream) => stream.fail(new AbpError("stream_closed", "gone"))],
  ])("when %s", (_, breakOff) => {
    const stream = open();
    const written = stream.push(sent) + breakOff(stream);
    expect(told(written)).toEqual([true, true, true]);
  });
});
