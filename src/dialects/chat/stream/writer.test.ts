import { describe, expect, it } from "vitest";
import type { StreamEvent } from "../../../contract/index.ts";
import { openai } from "../../openai/index.ts";
import { chunksOf, dataOf, writeStream } from "../fixtures/driving.ts";

const start: StreamEvent = { type: "reply_start", id: "r", model: "m", created: 3 };
const at = { candidate: 0, block: 0 };

describe("writing a stream", () => {
  const text: StreamEvent[] = [
    start,
    { type: "block_start", ...at, content: { type: "text", text: "" } },
    { type: "text_delta", ...at, text: "a" },
    { type: "ping" },
    { type: "text_delta", ...at, text: "b" },
    { type: "block_stop", ...at },
    { type: "candidate_stop", candidate: 0, stop: { reason: "end_turn" } },
    { type: "usage", usage: { input: 1, output: 2 } },
    { type: "reply_stop" },
  ];

  it("says who speaks once, and the same id, time and model in each chunk", () => {
    const chunks = chunksOf(writeStream(openai, text));
    const roles = JSON.stringify(chunks).match(/"role"/g);
    expect(roles).toHaveLength(1);
    for (const one of chunks)
      expect(one).toMatchObject({ id: "r", model: "m", created: 3, object: "chat.completion.chunk" });
  });

  it("G5: writes a chunk of usage only if it was asked for", () => {
    expect(chunksOf(writeStream(openai, text)).at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    });
    expect(writeStream(openai, text, false)).not.toContain("usage");
  });

  it("H4: writes a ping as a comment with one line feed", () => {
    expect(writeStream(openai, text)).toContain("\n\n: ping\ndata: ");
  });

  it("ends with the last event", () => {
    expect(writeStream(openai, text).endsWith("data: [DONE]\n\n")).toBe(true);
  });

  it("H2: writes no event of another dialect", () => {
    const foreign: StreamEvent = { type: "opaque", dialect: "claude", kind: "x", value: { secret: 1 } };
    expect(writeStream(openai, [start, foreign, { type: "reply_stop" }])).not.toContain("secret");
  });

  it("H10: writes an error as a chunk and nothing after it", () => {
    const failed = writeStream(openai, [
      start,
      { type: "error", code: "backend_rate_limited", message: "slow" },
    ]);
    expect(dataOf(failed).map((one) => JSON.parse(one) as unknown)).toEqual([
      { error: { message: "slow", type: "rate_limit_error", param: null, code: "rate_limit_exceeded" } },
    ]);
  });

  it("ends in an error when its events end too early", () => {
    expect(writeStream(openai, [start])).toContain("stream_closed");
  });

  function toolEvents(block: number, id: string, pieces: string[]): StreamEvent[] {
    const place = { candidate: 0, block };
    const content = { type: "tool_use", id, name: "f", kind: "function", input: {} } as const;
    return [
      { type: "block_start", ...place, content: { ...content } },
      ...pieces.map((piece): StreamEvent => ({ type: "input_delta", ...place, text: piece })),
      { type: "block_stop", ...place },
    ];
  }

  it("B7, B10: numbers calls one by one and names each in its first delta only", () => {
    const events: StreamEvent[] = [
      start,
      ...toolEvents(0, "c1", ['{"a"', ":1}"]),
      ...toolEvents(1, "c2", ["{}"]),
      { type: "candidate_stop", candidate: 0, stop: { reason: "tool_use" } },
      { type: "reply_stop" },
    ];
    const calls = chunksOf(writeStream(openai, events)).flatMap((one) => {
      const [choice] = one["choices"] as { delta: { tool_calls?: object[] } }[];
      return choice?.delta.tool_calls ?? [];
    });
    expect(calls).toEqual([
      { index: 0, id: "c1", type: "function", function: { name: "f", arguments: "" } },
      { index: 0, function: { arguments: '{"a"' } },
      { index: 0, function: { arguments: ":1}" } },
      { index: 1, id: "c2", type: "function", function: { name: "f", arguments: "" } },
      { index: 1, function: { arguments: "{}" } },
    ]);
  });

  it("B2, D14: sends what a vendor only says at the end of a call, and an empty object if it says nothing", () => {
    const whole = { type: "tool_use", id: "c1", name: "f", kind: "function", input: { a: 1 } } as const;
    const events = toolEvents(0, "c1", []);
    const late: StreamEvent[] = [start, events[0]!, { type: "block_stop", ...at, content: { ...whole } }];
    expect(writeStream(openai, late)).toContain('"arguments":"{\\"a\\":1}"');
    expect(writeStream(openai, [start, ...events])).toContain('"arguments":"{}"');
  });

  it("B11: does not send a call's arguments twice", () => {
    const whole = { type: "tool_use", id: "c1", name: "f", kind: "function", input: { a: 1 } } as const;
    const [begin, delta] = toolEvents(0, "c1", ['{"a":1}']);
    const events: StreamEvent[] = [
      start,
      begin!,
      delta!,
      { type: "block_stop", ...at, content: { ...whole } },
    ];
    expect(writeStream(openai, events).match(/\\"a\\":1/g)).toHaveLength(1);
  });

  it("C1, C3: finishes with tool_calls wherever there is a call", () => {
    const events: StreamEvent[] = [
      start,
      ...toolEvents(0, "c1", ["{}"]),
      { type: "candidate_stop", candidate: 0, stop: { reason: "end_turn" } },
      { type: "reply_stop" },
    ];
    expect(writeStream(openai, events)).toContain('"finish_reason":"tool_calls"');
  });
});
