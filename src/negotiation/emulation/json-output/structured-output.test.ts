import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AbpError,
  type Block,
  type OutputFormat,
  type Stop,
  type StreamEvent,
} from "../../../contract/index.ts";
import { collapse, conversationOf, cutBy, replyOf, rewrite, streamOf, text } from "../fixtures/stream.ts";
import type { SchemaError } from "../json-schema/validator.ts";
import { checkStructuredOutput, structuredFailure } from "./json-answer.ts";
import { repairRequest } from "./repair.ts";
import { structuredEmulator } from "./structured-output.ts";

const output: OutputFormat = {
  kind: "json_schema",
  name: "person",
  description: "A person",
  schema: { type: "object", properties: { age: { type: "integer" } }, required: ["age"] },
};
const conversation = conversationOf({ output });
const bare = structuredEmulator("structured_output_json_schema", { instruct: false });
const told = structuredEmulator("structured_output_json_schema", { instruct: true });

/** The error that a call throws. */
function failure(action: () => unknown): AbpError {
  try {
    action();
  } catch (error) {
    if (AbpError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

function answer(content: readonly Block[]): readonly Block[] {
  return bare.finish!(replyOf(content), conversation).reply.candidates[0]!.content;
}

describe("structured output by post-processing", () => {
  it("leaves the conversation alone and records one part", () => {
    const prepared = bare.prepare(conversation)!;
    expect(prepared.conversation).toBe(conversation);
    expect(prepared.applied).toEqual([
      {
        capability: "structured_output_json_schema",
        strategy: { type: "post_processing", detail: "Parse and validate JSON from text response" },
      },
    ]);
  });

  it("puts the schema into the prompt if so planned, and records both parts", () => {
    const prepared = told.prepare(conversation)!;
    const block = prepared.conversation.system[0];
    const prompt = block?.type === "text" ? block.text : "";
    expect(prompt).toContain(JSON.stringify(output.kind === "json_schema" ? output.schema : undefined));
    expect(prompt).toContain("A person");
    expect(prepared.applied.map(({ strategy }) => strategy)).toEqual([
      { type: "system_prompt_injection", prompt },
      { type: "post_processing", detail: "Parse and validate JSON from text response" },
    ]);
  });

  it("is not needed if no such output was asked for", () => {
    expect(bare.prepare(conversationOf())).toBeUndefined();
    expect(bare.prepare(conversationOf({ output: { kind: "json" } }))).toBeUndefined();
  });

  it("refuses a schema that it could not check before the call is made", () => {
    const remote = conversationOf({
      output: { kind: "json_schema", schema: { $ref: "https://example.com/s" } },
    });
    expect(failure(() => bare.prepare(remote))).toMatchObject({
      code: "capability_emulation_failed",
      where: "output.schema#/$ref",
    });
  });

  it("makes the reply the JSON in it, and keeps what is not text", () => {
    const thinking: Block = { type: "thinking", text: "hm" };
    expect(answer([thinking, text('Here it is:\n```json\n{"age": 4}\n'), text("```\nDone.")])).toEqual([
      thinking,
      text('{"age": 4}'),
    ]);
    expect(answer([text('{"age":4}')])).toEqual([text('{"age":4}')]);
  });

  it("fails with the places of what is wrong", () => {
    expect(failure(() => answer([text('{"age":"four"}')]))).toMatchObject({
      code: "capability_emulation_failed",
      message: "The reply is not the JSON that was asked for at /age: must be integer",
      details: { errors: [{ path: "/age", message: "must be integer" }] },
    });
    expect(failure(() => answer([text("I cannot say.")])).message).toMatch(/has no complete JSON value/);
    expect(failure(() => answer([text("x".repeat(2_000_000))])).message).toMatch(/is longer than/);
  });

  it.each<[readonly SchemaError[], OutputFormat | undefined, string]>([
    [[], undefined, "The reply is not the JSON that was asked for: it is not valid"],
    [[{ path: "", message: "is bad" }], output, "The reply is not the JSON that was asked for: is bad"],
    [
      [
        { path: "/a", message: "is bad" },
        { path: "/b", message: "is worse" },
      ],
      { kind: "enum", values: ["x"] } as unknown as OutputFormat,
      "The reply is not one of the words that were asked for at /a: is bad",
    ],
  ])("says what is wrong first: %j", (errors, wanted, message) => {
    expect(structuredFailure(errors, wanted)).toMatchObject({ message, details: { errors } });
  });

  it("lists the errors of all candidates in their order", () => {
    const candidates = ['{"age":"x"}', '{"age":1}', "none"].map((value, index) => ({
      ...replyOf([text(value)]).candidates[0]!,
      index,
    }));
    expect(checkStructuredOutput({ ...replyOf([]), candidates }, output)).toEqual({
      ok: false,
      errors: [
        { path: "/age", message: "must be integer" },
        { path: "", message: "has no complete JSON value" },
      ],
    });
    expect(
      failure(() => bare.finish!({ ...replyOf([]), candidates: [candidates[2]!] }, conversation)).message,
    ).toBe("The reply is not the JSON that was asked for: has no complete JSON value");
  });

  it("fails when the check of the reply takes too long", () => {
    const hostile: OutputFormat = { kind: "json_schema", schema: { uniqueItems: true } };
    const many = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ index })));
    expect(checkStructuredOutput(replyOf([text(many)]), hostile)).toMatchObject({
      ok: false,
      errors: [{ path: "", message: expect.stringContaining("takes too long") }],
    });
  });

  it("checks a candidate without a stop reason", () => {
    const { stop: _stop, ...candidate } = replyOf([text('so {"age":1}')]).candidates[0]!;
    expect(checkStructuredOutput({ ...replyOf([]), candidates: [candidate] }, output)).toMatchObject({
      ok: true,
      reply: { candidates: [{ content: [text('{"age":1}')] }] },
    });
  });

  it.each<[string, readonly Block[], Stop]>([
    [
      "a call",
      [text("Let me see"), { type: "tool_use", id: "1", name: "t", kind: "function", input: {} }],
      { reason: "tool_use" },
    ],
    ["a refusal", [{ type: "refusal", text: "No." }], { reason: "refusal" }],
    [
      "a call that the engine does not name as such",
      [{ type: "tool_use", id: "1", name: "t", kind: "function", input: {} }],
      { reason: "end_turn" },
    ],
    [
      "a unit that only its vendor reads",
      [{ type: "opaque", dialect: "d", kind: "k", value: {} }],
      { reason: "other" },
    ],
    ["a filtered reply", [text("…")], { reason: "content_filter" }],
  ])("does not hold %s to the schema", (_name, content, stop) => {
    const reply = replyOf(content, { stop });
    expect(bare.finish!(reply, conversation).reply).toEqual(reply);
    const streamed = rewrite(bare.openRewriter!(conversation), streamOf(reply, cutBy([3])));
    expect(collapse(streamed)).toEqual(reply);
  });

  it("asks for a repair with the reply and its errors", () => {
    const reply = replyOf([text('{"age":"four"}')]);
    const outcome = checkStructuredOutput(reply, output);
    expect(outcome.ok).toBe(false);
    const request = repairRequest(conversation, reply, outcome.ok ? [] : outcome.errors);
    expect(request).toEqual({
      ...conversation,
      messages: [
        ...conversation.messages,
        { role: "assistant", content: [text('{"age":"four"}')] },
        {
          role: "user",
          content: [
            text(
              "Your reply is not the JSON that was asked for:\n- /age: must be integer\nReply again with the corrected JSON only.",
            ),
          ],
        },
      ],
    });
    const whole = repairRequest(conversation, replyOf([]), [{ path: "", message: "has no JSON" }]);
    expect(JSON.stringify(whole.messages.at(-1))).toContain("- the reply: has no JSON\\n");
    expect(repairRequest(conversation, replyOf([]), []).messages.map(({ role }) => role)).toEqual([
      "user",
      "user",
    ]);
  });
});

describe("JSON mode", () => {
  const mode = structuredEmulator("json_mode", { instruct: false });
  const asked = conversationOf({ output: { kind: "json" } });

  it("takes any JSON value", () => {
    const { reply } = mode.finish!(replyOf([text('It is {"any": [1]}')]), asked);
    expect(reply.candidates[0]?.content).toEqual([text('{"any": [1]}')]);
    expect(() => mode.finish!(replyOf([text("none")]), asked)).toThrow(/has no complete JSON value/);
  });

  it("tells the model to write JSON if so planned", () => {
    const prepared = structuredEmulator("json_mode", { instruct: true }).prepare(asked)!;
    expect(JSON.stringify(prepared.conversation.system)).toContain("Reply with one JSON value");
    expect(prepared.applied).toHaveLength(2);
  });
});

describe("streamed structured output", () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
  const piece = fc.constantFrom('{"age":1}', '{"age":"x"}', "words ", "```json\n", "\n```\n", "[", "{", '"');
  const block = fc.oneof(
    fc.array(piece, { maxLength: 4 }).map((pieces) => text(pieces.join(""))),
    fc.constant<Block>({ type: "thinking", text: "hm" }),
  );

  it("is what the whole reply would be, or ends in an error if that would throw", () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 4 }), cuts, (content, lengths) => {
        const reply = replyOf(content);
        const outcome = checkStructuredOutput(reply, output);
        const streamed = rewrite(bare.openRewriter!(conversation), streamOf(reply, cutBy(lengths)));
        collapse(streamed);
        if (outcome.ok) expect(collapse(streamed)).toEqual(outcome.reply);
        else expect(streamed.at(-1)).toMatchObject({ type: "error", code: "capability_emulation_failed" });
      }),
      { numRuns: 500 },
    );
  });

  it("shows thinking at once and text only when it is checked", () => {
    const rewriter = bare.openRewriter!(conversation);
    const reply = replyOf([{ type: "thinking", text: "hm" }, text('{"age":1}')]);
    const sent = streamOf(reply, cutBy([2])).map((event) => rewriter.push(event).map(({ type }) => type));
    expect(sent.filter((types) => types.includes("text_delta"))).toEqual([
      ["block_start", "text_delta", "block_stop", "candidate_stop"],
    ]);
    expect(sent[1]).toEqual(["block_start"]);
    expect(sent[2]).toEqual(["thinking_delta"]);
  });

  it("reads text that a block starts with", () => {
    const at = { candidate: 0, block: 0 };
    const streamed = rewrite(bare.openRewriter!(conversation), [
      { type: "block_start", ...at, content: text('so: {"age"') },
      { type: "text_delta", ...at, text: ":7}" },
      { type: "block_stop", ...at, content: text('so: {"age":7}') },
      { type: "candidate_stop", candidate: 0, stop: { reason: "end_turn" } },
    ]);
    expect(streamed).toEqual([
      { type: "block_start", ...at, content: text("") },
      { type: "text_delta", ...at, text: '{"age":7}' },
      { type: "block_stop", ...at },
      { type: "candidate_stop", candidate: 0, stop: { reason: "end_turn" } },
    ]);
  });

  it("puts all text into the first text block, and renumbers the blocks after a removed one", () => {
    const at = (block: number) => ({ candidate: 0, block });
    const citation = { type: "citation", citation: { kind: "url" } } as const;
    const streamed = rewrite(bare.openRewriter!(conversation), [
      { type: "block_start", ...at(0), content: { type: "thinking", text: "" } },
      { type: "block_stop", ...at(0) },
      { type: "block_start", ...at(1), content: text("") },
      { type: "text_delta", ...at(1), text: '{"age"' },
      { ...citation, ...at(1) },
      { type: "block_stop", ...at(1) },
      { type: "block_start", ...at(2), content: text(":") },
      { type: "text_delta", ...at(2), text: "7}" },
      { type: "block_stop", ...at(2) },
      { type: "block_start", ...at(3), content: { type: "thinking", text: "" } },
      { type: "thinking_delta", ...at(3), text: "hm" },
      { type: "block_stop", ...at(3) },
      { type: "reply_stop" },
    ]);
    expect(streamed.slice(2)).toEqual([
      { type: "block_start", ...at(1), content: text("") },
      { type: "text_delta", ...at(1), text: '{"age":7}' },
      { ...citation, ...at(1) },
      { type: "block_stop", ...at(1) },
      { type: "block_start", ...at(2), content: { type: "thinking", text: "" } },
      { type: "thinking_delta", ...at(2), text: "hm" },
      { type: "block_stop", ...at(2) },
      { type: "reply_stop" },
    ]);
  });

  it("checks each candidate on its own, and sends only one error", () => {
    const events: StreamEvent[] = [0, 1].flatMap((candidate): StreamEvent[] => [
      { type: "block_start", candidate, block: 0, content: text(candidate === 0 ? '{"age":1}' : "no") },
      { type: "block_stop", candidate, block: 0 },
    ]);
    const streamed = rewrite(bare.openRewriter!(conversation), [...events, { type: "reply_stop" }]);
    expect(streamed.map(({ type }) => type)).toEqual(["block_start", "text_delta", "block_stop", "error"]);
    const both = events.map((event) =>
      event.type === "block_start" ? { ...event, content: text("no") } : event,
    );
    expect(
      rewrite(bare.openRewriter!(conversation), [...both, { type: "reply_stop" }]).map(({ type }) => type),
    ).toEqual(["error"]);
  });

  it("never shows what could not be checked because the stream broke off", () => {
    const at = { candidate: 0, block: 0 };
    const begun: StreamEvent[] = [
      { type: "block_start", ...at, content: { type: "text", text: "" } },
      { type: "text_delta", ...at, text: '{"age":' },
    ];
    expect(rewrite(bare.openRewriter!(conversation), begun)).toEqual([]);
    const error: StreamEvent = { type: "error", code: "e", message: "m" };
    expect(rewrite(bare.openRewriter!(conversation), [...begun, error])).toEqual([error]);
  });

  it("sends nothing after an error", () => {
    const streamed = rewrite(bare.openRewriter!(conversation), streamOf(replyOf([text("no")]), cutBy([1])));
    expect(streamed.map(({ type }) => type)).toEqual(["reply_start", "error"]);
  });
});
