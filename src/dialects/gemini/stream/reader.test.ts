import { describe, expect, it } from "vitest";
import type { StreamEvent } from "../../../contract/index.ts";
import { chunkOf, dataOf, readStream, writeStream } from "../fixtures/calls.ts";
import { faultsOf } from "../fixtures/event-grammar.ts";

const types = (events: readonly StreamEvent[]) => events.map((event) => event.type);

describe("reading a stream", () => {
  it("B5, A5: opens each block by the kind of its first piece and loses none", () => {
    const { events, reply } = readStream(
      chunkOf([{ text: "think", thought: true }]),
      chunkOf([{ text: "ing", thought: true }, { text: "say" }]),
      chunkOf([{ text: "ing" }]),
      chunkOf([{ functionCall: { name: "f", args: { a: 1 } } }]),
      chunkOf([{ text: "more" }], { finishReason: "STOP" }),
    );
    expect(faultsOf(events)).toEqual([]);
    expect(reply.candidates[0]!.content).toMatchObject([
      { type: "thinking", text: "thinking" },
      { type: "text", text: "saying" },
      { type: "tool_use", name: "f", input: { a: 1 } },
      { type: "text", text: "more" },
    ]);
    expect(reply.candidates[0]!.stop).toEqual({ reason: "tool_use", raw: "STOP" });
  });

  it("A7, A8: keeps a signature from any chunk, also from an empty last text", () => {
    const { reply } = readStream(
      chunkOf([{ text: "a" }]),
      chunkOf([{ text: "b" }]),
      chunkOf([{ text: "", thoughtSignature: "UQ==" }], { finishReason: "STOP" }),
    );
    expect(reply.candidates[0]!.content).toEqual([
      { type: "text", text: "ab" },
      { type: "thinking", text: "", signature: "UQ==" },
    ]);
    const signed = readStream(
      chunkOf([{ functionCall: { name: "f" }, thoughtSignature: "UQ==" }, { functionCall: { name: "g" } }]),
      chunkOf([], { finishReason: "STOP" }),
    );
    expect(signed.reply.candidates[0]!.content).toMatchObject([{ signature: "UQ==" }, { name: "g" }]);
  });

  it("A7: a signature on visible text follows the text, which may go on", () => {
    const { events, reply } = readStream(
      chunkOf([{ text: "a" }]),
      chunkOf([{ text: "b", thoughtSignature: "UQ==" }]),
      chunkOf([{ text: "c" }]),
      chunkOf([{ text: "d", thoughtSignature: "Ug==" }], { finishReason: "STOP" }),
    );
    expect(faultsOf(events)).toEqual([]);
    expect(reply.candidates[0]!.content).toEqual([
      { type: "text", text: "abc" },
      { type: "thinking", text: "", signature: "UQ==" },
      { type: "text", text: "d" },
      { type: "thinking", text: "", signature: "Ug==" },
    ]);
  });

  it("B1, B18: puts arguments together that come by their places", () => {
    const { events, reply } = readStream(
      chunkOf([{ functionCall: { name: "f", willContinue: true }, thoughtSignature: "UQ==" }]),
      chunkOf([
        {
          functionCall: {
            partialArgs: [{ jsonPath: "$.a.b[0]", stringValue: "x", willContinue: true }],
            willContinue: true,
          },
        },
      ]),
      chunkOf([
        {
          functionCall: {
            partialArgs: [
              { jsonPath: "$.a.b[0]", stringValue: "y" },
              { jsonPath: "$['c d']", numberValue: 2 },
            ],
            willContinue: true,
          },
        },
      ]),
      chunkOf([
        {
          functionCall: {
            partialArgs: [
              { jsonPath: "$.a.b[1]", boolValue: true },
              { jsonPath: "$.__proto__.p", nullValue: "NULL_VALUE" },
            ],
            willContinue: true,
          },
        },
      ]),
      chunkOf([{ functionCall: {} }], { finishReason: "STOP" }),
    );
    expect(faultsOf(events)).toEqual([]);
    const [block] = reply.candidates[0]!.content;
    expect(block).toMatchObject({ name: "f", signature: "UQ==" });
    expect(JSON.stringify(block?.type === "tool_use" ? block.input : undefined)).toBe(
      '{"a":{"b":["xy",true]},"c d":2,"__proto__":{"p":null}}',
    );
    expect(({} as Record<string, unknown>)["p"]).toBeUndefined();
  });

  it("C5: a call that was cut off is not made whole", () => {
    const { reply } = readStream(
      chunkOf([{ functionCall: { name: "f", willContinue: true } }]),
      chunkOf(
        [{ functionCall: { partialArgs: [{ jsonPath: "$.a", stringValue: "x" }], willContinue: true } }],
        {
          finishReason: "MAX_TOKENS",
        },
      ),
    );
    expect(reply.candidates[0]).toMatchObject({
      content: [{ name: "f", inputText: '{"a":"x"' }],
      stop: { reason: "max_tokens" },
    });
  });

  it("B17: a stream without a finish reason ends in an error, one with a blocked prompt does not", () => {
    expect(readStream(chunkOf([{ text: "a" }])).error?.code).toBe("stream_closed");
    expect(readStream().error?.code).toBe("stream_closed");
    const two = {
      candidates: [
        { content: { parts: [{ text: "a" }] }, index: 0, finishReason: "STOP" },
        { content: { parts: [{ text: "b" }] }, index: 1 },
      ],
    };
    expect(readStream(two).error?.code).toBe("stream_closed");
    const blocked = readStream({ promptFeedback: { blockReason: "SAFETY" } });
    expect(blocked.error).toBeUndefined();
    expect(blocked.reply.candidates[0]!.stop?.reason).toBe("content_filter");
  });

  it("B13: a stream that only thinks is a stream", () => {
    const { events, reply } = readStream(chunkOf([{ text: "hm", thought: true }], { finishReason: "STOP" }));
    expect(types(events)).toEqual([
      "reply_start",
      "block_start",
      "thinking_delta",
      "block_stop",
      "candidate_stop",
      "reply_stop",
    ]);
    expect(reply.candidates[0]!.content).toMatchObject([{ type: "thinking", text: "hm" }]);
  });

  it("G4, G5: the last usage counts, and is there after a limit too", () => {
    const { reply, events } = readStream(
      chunkOf([{ text: "a" }], { usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 } }),
      chunkOf([{ text: "b" }], {
        usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1, totalTokenCount: 6 },
      }),
      chunkOf([], {
        finishReason: "MAX_TOKENS",
        usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 7 },
      }),
    );
    expect(reply.usage).toEqual({ input: 5, output: 2, total: 7 });
    expect(types(events).filter((type) => type === "usage")).toHaveLength(2);
  });

  it("H10: an error in the middle is an error, with its own words", () => {
    const error = { code: 503, message: "overloaded", status: "UNAVAILABLE" };
    const { events, error: found } = readStream(
      chunkOf([{ text: "a" }]),
      { error },
      chunkOf([{ text: "b" }]),
    );
    expect(found).toMatchObject({ code: "backend_unavailable", message: "overloaded" });
    expect(faultsOf(events)).toEqual([]);
    expect(dataOf(writeStream(events)).at(-1)).toBe(JSON.stringify({ error }));
  });

  it.each([
    ["{", "event 0 of the stream is not JSON"],
    ["5", "event 0 is number"],
    ['{"candidates":5}', "event 0.candidates is number"],
    ['{"candidates":[5]}', "event 0.candidates[0] is number"],
    ['{"candidates":[{"content":{"parts":[5]}}]}', "event 0.candidates[0].content.parts[0] is number"],
    [
      '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","willContinue":true,"partialArgs":[{"jsonPath":"$[9]"}]}}]}}]}',
      "jsonPath leaves a gap",
    ],
  ])("names the place of what it cannot read: %s", (data, message) => {
    expect(() => readStream(data)).toThrow(message);
  });
});
