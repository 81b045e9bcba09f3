import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block, Reply } from "../../../contract/index.ts";
import { collapse } from "../../collapse.ts";
import { expand } from "../../expand.ts";
import { Origins } from "../../origins.ts";
import { readStream, streamFaults, writeStream, writing } from "../fixtures/streaming.ts";
import { claude } from "../index.ts";

describe("a stream and the reply it stands for", () => {
  const words = fc.string({ unit: "grapheme", maxLength: 20 });
  const block: fc.Arbitrary<Block> = fc.oneof(
    words.map((text): Block => ({ type: "text", text })),
    words.map((text): Block => ({ type: "refusal", text })),
    fc.record({ text: words, signature: fc.option(words, { nil: undefined }) }).map(
      ({ text, signature }): Block => ({
        type: "thinking",
        text,
        ...(signature === undefined ? {} : { signature }),
      }),
    ),
    words.map((data): Block => ({ type: "redacted_thinking", data })),
    fc
      .record({
        id: words,
        name: words,
        input: fc.dictionary(words, fc.jsonValue()),
      })
      .map(
        ({ id, name, input }): Block => ({
          type: "tool_use",
          id,
          name,
          kind: "function",
          input: JSON.parse(JSON.stringify(input)) as unknown,
        }),
      ),
    words.map(
      (inputText): Block => ({
        type: "tool_use",
        id: "c",
        name: "patch",
        kind: "custom",
        input: undefined,
        inputText,
      }),
    ),
    words.map((url): Block => ({ type: "image", source: { kind: "url", url } })),
  );
  const reason = fc.constantFrom(
    ...(["end_turn", "tool_use", "max_tokens", "refusal", "content_filter", "malformed"] as const),
  );
  const reply: fc.Arbitrary<Reply> = fc
    .record({
      id: words,
      content: fc.array(block, { maxLength: 6 }),
      reason,
      input: fc.nat(),
      output: fc.nat(),
    })
    .map(({ id, content, reason, input, output }) => ({
      id,
      candidates: [{ index: 0, content, stop: { reason } }],
      usage: { input, output, cacheRead: Math.floor(input / 2) },
    }));

  it("say the same", () => {
    fc.assert(
      fc.property(reply, (one) => {
        const written = writeStream(expand(one));
        expect(streamFaults(written)).toEqual([]);
        const { reply: streamed } = collapse(readStream(written));
        const body = claude.writeReply(one, writing);
        const whole = claude.readReply(body, new Origins());
        expect(streamed).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });
});
