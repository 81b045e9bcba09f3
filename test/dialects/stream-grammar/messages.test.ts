import { describe, expect, it } from "vitest";
import { mixedStream } from "../../../src/dialects/claude/fixtures/foreign.ts";
import { sseEvents, streamFaults, writeStream } from "../../../src/dialects/claude/fixtures/streaming.ts";
import { openGrammar } from "./index.ts";

type Event = { type: string; index?: number; [member: string]: unknown };

const good = sseEvents(writeStream(mixedStream)).map(({ data }) => JSON.parse(data) as Event);

function faultsOf(events: readonly Event[]): string[] {
  const grammar = openGrammar("claude");
  for (const event of events) grammar.push(JSON.stringify(event), event.type);
  return grammar.end().map(({ message }) => message);
}

const at = (type: string, nth = 0) => good.indexOf(good.filter((event) => event.type === type)[nth]!);
const without = (index: number) => good.toSpliced(index, 1);
const changed = (index: number, members: Partial<Event>) =>
  good.with(index, { ...good[index], ...members } as Event);

describe("the grammar of streams", () => {
  it("accepts a whole stream", () => {
    expect(faultsOf(good)).toEqual([]);
    expect(
      streamFaults('event: error\ndata: {"type":"error","error":{"type":"a","message":"m"}}\n\n'),
    ).toEqual([]);
  });

  const broken: [string, Event[], RegExp][] = [
    ["no start", without(0), /before message_start/],
    ["two starts", [good[0]!, ...good], /second message_start/],
    ["a start without an id", changed(0, { message: {} }), /without id/],
    ["no end", without(good.length - 1), /no message_stop/],
    ["no message_delta", without(at("message_delta")), /without a stop reason/],
    [
      "two message_deltas",
      good.toSpliced(at("message_delta"), 0, good[at("message_delta")]!),
      /second message_delta/,
    ],
    ["a block that is not closed", without(at("content_block_stop")), /another is open/],
    ["a number twice", changed(at("content_block_start", 1), { index: 0 }), /follows block/],
    ["a delta for another block", changed(at("content_block_delta"), { index: 7 }), /not open/],
    [
      "text in a call",
      changed(at("content_block_delta"), { delta: { type: "text_delta", text: "" } }),
      /text_delta in a block of type thinking/,
    ],
    [
      "a delta without its text",
      changed(at("content_block_delta"), { delta: { type: "thinking_delta" } }),
      /without/,
    ],
    [
      "thinking without a signature",
      good.filter((event) => (event["delta"] as Event | undefined)?.type !== "signature_delta"),
      /without a signature/,
    ],
    ["something after the end", [...good, { type: "ping" }], /after the end/],
    ["usage that is missing", changed(at("message_delta"), { usage: {} }), /without output_tokens/],
  ];
  it.each(broken)("rejects %s", (_, events, message) => {
    expect(faultsOf(events)).toContainEqual(expect.stringMatching(message));
  });

  it("rejects what is no JSON, and a name that is not the type", () => {
    const grammar = openGrammar("claude");
    grammar.push("{", undefined);
    grammar.push(JSON.stringify(good[0]), "message_stop");
    expect(grammar.end().map(({ index }) => index)).toEqual([0, 1, 2]);
  });
});
