import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block, Reply, StreamEvent } from "../contract/index.ts";
import { collapse } from "./collapse.ts";
import { expand } from "./expand.ts";

const text = fc.string({ maxLength: 12 });
const block: fc.Arbitrary<Block> = fc.oneof(
  text.map((value): Block => ({ type: "text", text: value })),
  fc.record({ text, signature: fc.option(text, { nil: undefined }) }).map(
    ({ text: value, signature }): Block => ({
      type: "thinking",
      text: value,
      ...(signature === undefined ? {} : { signature }),
    }),
  ),
  fc
    .record({
      id: text,
      name: text,
      input: fc.dictionary(text, fc.jsonValue({ noNegativeZero: true } as never)),
    })
    .map((call): Block => ({ type: "tool_use", kind: "function", ...call })),
  text.map((data): Block => ({ type: "redacted_thinking", data })),
  text.map((value): Block => ({ type: "refusal", text: value })),
);
const reply: fc.Arbitrary<Reply> = fc
  .record({
    id: text,
    model: text,
    blocks: fc.array(fc.array(block, { maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  })
  .map(({ id, model, blocks }) => ({
    id,
    model,
    candidates: blocks.map((content, index) => ({ index, content, stop: { reason: "end_turn" as const } })),
    usage: { input: 3, output: 4 },
  }));

describe("a stream", () => {
  it("that is made from a reply collapses to that reply", () => {
    fc.assert(
      fc.property(reply, (one) => {
        const again = collapse(expand(one)).reply;
        expect(JSON.parse(JSON.stringify(again))).toEqual(JSON.parse(JSON.stringify(one)));
      }),
    );
  });

  it("keeps the text of a tool call that was cut off, and reads no arguments as an empty object", () => {
    const call = (pieces: string[]): StreamEvent[] => [
      {
        type: "block_start",
        candidate: 0,
        block: 0,
        content: { type: "tool_use", kind: "function", id: "1", name: "f", input: {} },
      },
      ...pieces.map((piece): StreamEvent => ({ type: "input_delta", candidate: 0, block: 0, text: piece })),
      { type: "block_stop", candidate: 0, block: 0 },
    ];
    expect(collapse(call(['{"a":', "1}"])).reply.candidates[0]?.content[0]).toMatchObject({
      input: { a: 1 },
    });
    expect(collapse(call([""])).reply.candidates[0]?.content[0]).toMatchObject({ input: {} });
    expect(collapse(call(['{"a":'])).reply.candidates[0]?.content[0]).toMatchObject({ inputText: '{"a":' });
  });

  it("takes the last count of each kind, and keeps the first error", () => {
    const { reply: one, error } = collapse([
      { type: "reply_start", usage: { input: 5, output: 1 } },
      { type: "usage", usage: { output: 9, cacheRead: 2 } },
      { type: "error", code: "stream_closed", message: "a" },
      { type: "error", code: "internal", message: "b" },
    ]);
    expect(one.usage).toEqual({ input: 5, output: 9, cacheRead: 2 });
    expect(error?.message).toBe("a");
  });
});
