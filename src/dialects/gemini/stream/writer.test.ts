import { type GenerateContentResponse, GoogleGenAI } from "@google/genai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openGrammar } from "../../../../test/dialects/stream-grammar/index.ts";
import type { Reply, StreamEvent } from "../../../contract/index.ts";
import { expand, Origins } from "../../index.ts";
import { dataOf, readStream, writeStream, writing } from "../fixtures/calls.ts";
import { faultsOf } from "../fixtures/event-grammar.ts";
import { gemini } from "../index.ts";

async function understand(stream: string): Promise<GenerateContentResponse[]> {
  const client = new GoogleGenAI({
    apiKey: "none",
    httpOptions: {
      baseUrl: "http://localhost",
      fetch: async () => new Response(stream, { headers: { "content-type": "text/event-stream" } }),
    },
  });
  const chunks: GenerateContentResponse[] = [];
  for await (const chunk of await client.models.generateContentStream({ model: "m", contents: "x" }))
    chunks.push(chunk);
  return chunks;
}

const whole: Reply = {
  id: "r1",
  model: "gemini-3-pro",
  created: 1_790_000_000,
  candidates: [
    {
      index: 0,
      content: [
        { type: "thinking", text: "let me see", summary: true, signature: "UQ==" },
        { type: "text", text: "It is \u2028 “sunny”." },
        {
          type: "tool_use",
          id: "call_1",
          name: "f",
          kind: "function",
          input: { a: [1, { b: "ü" }] },
          signature: "Ug==",
        },
        { type: "tool_use", id: "call_2", name: "g", kind: "function", input: {} },
        { type: "image", source: { kind: "base64", mediaType: "image/png", data: "AA==" } },
        { type: "thinking", text: "", signature: "Uw==" },
      ],
      stop: { reason: "tool_use", raw: "STOP" },
    },
  ],
  usage: { input: 9, output: 5, reasoning: 2, total: 14 },
};

describe("writing a stream", () => {
  it("B1, B19: the vendor's client reads from it what a reply at once would have said", async () => {
    const chunks = await understand(writeStream(expand(whole)));
    expect(chunks.map((chunk) => chunk.text ?? "").join("")).toBe("It is \u2028 “sunny”.");
    expect(chunks.flatMap((chunk) => chunk.functionCalls ?? [])).toEqual([
      { id: "call_1", name: "f", args: { a: [1, { b: "ü" }] } },
      { id: "call_2", name: "g", args: {} },
    ]);
    const last = chunks.at(-1)!;
    expect(last.candidates?.[0]?.finishReason).toBe("STOP");
    expect(last.usageMetadata).toEqual({
      promptTokenCount: 9,
      candidatesTokenCount: 3,
      thoughtsTokenCount: 2,
      totalTokenCount: 14,
    });
    expect(new Set(chunks.map((chunk) => chunk.responseId))).toEqual(new Set(["r1"]));
  });

  it("amounts to the reply that would have been sent at once", () => {
    const data = dataOf(writeStream(expand(whole)));
    const atOnce = gemini.readReply(gemini.writeReply(whole, writing), new Origins());
    expect(readStream(...data).reply).toEqual(atOnce);
    const grammar = openGrammar("gemini");
    for (const one of data) grammar.push(one, undefined);
    expect(grammar.end()).toEqual([]);
  });

  it("A13, A17: signatures stand on the parts that they cover, in order", () => {
    const parts = dataOf(writeStream(expand(whole)))
      .map((data) => JSON.parse(data) as { candidates: { content: { parts: Record<string, unknown>[] } }[] })
      .flatMap(({ candidates }) => candidates[0]!.content.parts);
    expect(parts.map((part) => [Object.keys(part)[0], part["thoughtSignature"]])).toEqual([
      ["text", "UQ=="],
      ["text", undefined],
      ["functionCall", "Ug=="],
      ["functionCall", undefined],
      ["inlineData", undefined],
      ["text", "Uw=="],
    ]);
  });

  it("H1, H2: a ping leaves nothing that a client could stumble over", () => {
    const events = [...expand(whole)];
    const pinged = events.flatMap((event): StreamEvent[] => [{ type: "ping" }, event]);
    expect(writeStream(pinged)).toBe(writeStream(events));
  });

  it("H10: an error of ours is one for the vendor's client", async () => {
    const stream = writeStream([
      { type: "reply_start", id: "r1" },
      { type: "error", code: "backend_unavailable", message: "gone" },
    ]);
    await expect(understand(stream)).rejects.toThrow("gone");
  });

  it("keeps several candidates apart", async () => {
    const candidates = ["zero", "one"].map((text, index) => ({
      index,
      content: [{ type: "text" as const, text }],
      stop: { reason: "end_turn" as const },
    }));
    const chunks = await understand(writeStream(expand({ candidates })));
    expect(chunks.map((chunk) => chunk.candidates?.[0]?.content?.parts?.[0]?.text ?? "").join("")).toBe(
      "zero",
    );
    expect(readStream(...dataOf(writeStream(expand({ candidates })))).reply.candidates).toMatchObject(
      candidates,
    );
  });

  it("carries citations of several texts to the end", () => {
    const cited = (text: string) => ({
      type: "text" as const,
      text,
      citations: [{ kind: "url_citation", url: `https://example.org/${text}`, start: 0, end: text.length }],
    });
    const reply: Reply = {
      candidates: [
        {
          index: 0,
          content: [
            cited("first"),
            { type: "tool_use", id: "1", name: "f", kind: "function", input: {} },
            cited("second"),
          ],
          stop: { reason: "tool_use", raw: "STOP" },
        },
      ],
    };
    const streamed = readStream(...dataOf(writeStream(expand(reply)))).reply;
    expect(streamed).toEqual(gemini.readReply(gemini.writeReply(reply, writing), new Origins()));
    expect(
      streamed.candidates[0]!.content.map((block) =>
        block.type === "text" ? block.citations?.[0]?.url : block.type,
      ),
    ).toEqual(["https://example.org/first", "tool_use", "https://example.org/second", "opaque"]);
  });

  it("reads as the same whatever the pieces were", () => {
    const block = fc.oneof(
      fc.record({ type: fc.constant("text" as const), text: fc.string({ minLength: 1 }) }),
      fc.record({
        type: fc.constant("thinking" as const),
        text: fc.string({ minLength: 1 }),
        summary: fc.constant(true),
      }),
      fc.record({
        type: fc.constant("thinking" as const),
        text: fc.string(),
        summary: fc.constant(true),
        signature: fc.base64String({ minLength: 4 }),
      }),
      fc.record({
        type: fc.constant("tool_use" as const),
        id: fc.uuid(),
        name: fc.constant("f"),
        kind: fc.constant("function" as const),
        input: fc.dictionary(fc.string(), fc.jsonValue()),
      }),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (content) => {
        const reply: Reply = {
          id: "r",
          candidates: [{ index: 0, content, stop: { reason: "max_tokens", raw: "MAX_TOKENS" } }],
        };
        const streamed = readStream(...dataOf(writeStream(expand(reply))));
        expect(faultsOf(streamed.events)).toEqual([]);
        expect(streamed.reply).toEqual(
          gemini.readReply(JSON.parse(JSON.stringify(gemini.writeReply(reply, writing))), new Origins()),
        );
      }),
    );
  });

  it("B1: takes a long argument in small pieces without growing slow", () => {
    const piece = "x".repeat(20);
    const events: StreamEvent[] = [
      { type: "reply_start" },
      {
        type: "block_start",
        candidate: 0,
        block: 0,
        content: { type: "tool_use", id: "1", name: "f", kind: "function", input: {} },
      },
      { type: "input_delta", candidate: 0, block: 0, text: '{"a":"' },
      ...Array.from(
        { length: 100_000 },
        (): StreamEvent => ({ type: "input_delta", candidate: 0, block: 0, text: piece }),
      ),
      { type: "input_delta", candidate: 0, block: 0, text: '"}' },
      { type: "block_stop", candidate: 0, block: 0 },
      { type: "candidate_stop", candidate: 0, stop: { reason: "tool_use" } },
      { type: "reply_stop" },
    ];
    const [block] = readStream(...dataOf(writeStream(events))).reply.candidates[0]!.content;
    expect(block).toMatchObject({ input: { a: piece.repeat(100_000) } });
  });
});
