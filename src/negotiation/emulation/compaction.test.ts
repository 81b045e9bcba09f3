import { describe, expect, it } from "vitest";
import { AbpError, type Block, type Message, type StreamEvent } from "../../contract/index.ts";
import { compactionEmulator } from "./compaction.ts";
import { emulate } from "./emulation.ts";
import { collapse, conversationOf, cutBy, replyOf, rewrite, streamOf, text } from "./fixtures/stream.ts";

const vendor = { "x:mark": {} };
const trigger: Block = { type: "opaque", dialect: "x", kind: "compaction_trigger", value: {}, vendor };
const user: Message = { role: "user", content: [text("Do it.")] };
const tools = [{ kind: "function" as const, name: "a", parameters: {} }];

describe("a conversation without a compaction request", () => {
  it("is not prepared, and its replies pass unchanged", () => {
    const emulator = compactionEmulator();
    const conversation = conversationOf();
    const reply = replyOf([text("hello")]);
    expect(emulator.prepare(conversation)).toBeUndefined();
    expect(emulator.finish!(reply, conversation)).toEqual({ reply, warnings: [] });
    const rewriter = emulator.openRewriter!(conversation);
    const event = { type: "text_delta", candidate: 0, block: 0, text: "hello" } as const;
    expect([rewriter.push(event), rewriter.end(), rewriter.warnings]).toEqual([[event], [], []]);
  });
});

it.each<[string, readonly Block[]]>([
  ["another block of the vendor at its end", [text("Done."), { ...trigger, kind: "compaction" }]],
  ["a request for a compaction before its end", [trigger, text("Done.")]],
  ["an empty message at its end", []],
])("a conversation with %s asks for no compaction", (_, content) => {
  const messages: Message[] = [user, { role: "assistant", content: [...content] }];
  expect(compactionEmulator().prepare(conversationOf({ messages }))).toBeUndefined();
});

it("a conversation without messages asks for no compaction", () => {
  expect(compactionEmulator().prepare(conversationOf({ messages: [] }))).toBeUndefined();
});

describe("a compaction", () => {
  const conversation = conversationOf({
    tools,
    messages: [user, { role: "assistant", content: [text("Done."), trigger] }],
  });

  it("asks for a summary in place of its trigger, and lets no tool be called", () => {
    const { request } = emulate(conversation, [compactionEmulator()]);
    expect(request.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(request.messages[1]?.content).toEqual([text("Done.")]);
    expect(request.tools).toEqual(tools);
    expect(request.toolChoice).toEqual({ mode: "none" });
  });

  it("is the summary alone, with the mark of its trigger, whole and streamed", () => {
    const emulation = emulate(conversation, [compactionEmulator()]);
    const reply = replyOf([{ type: "thinking", text: "hm" }, text("It is "), text("done.")]);
    const expected = [{ type: "text", text: "It is done.", vendor }];
    expect(emulation.finish(reply).reply.candidates[0]?.content).toEqual(expected);
    const streamed = collapse(rewrite(emulation.openRewriter(), streamOf(reply, cutBy([2]))));
    expect(streamed.candidates[0]?.content).toEqual(expected);
  });

  it.each<[boolean, StreamEvent]>([
    [true, { type: "reply_start", id: "r", model: "m" }],
    [true, { type: "usage", usage: { input: 1 } }],
    [true, { type: "ping" }],
    [true, { type: "error", error: new AbpError("internal", "x") } as unknown as StreamEvent],
    [true, { type: "reply_stop" }],
    [false, { type: "thinking_delta", candidate: 0, block: 0, text: "x" }],
    [false, { type: "input_delta", candidate: 0, block: 0, text: "x" }],
    [false, { type: "citation", candidate: 0, block: 0, citation: { kind: "web" } }],
    [false, { type: "signature", candidate: 0, block: 0, signature: "x" } as StreamEvent],
    [false, { type: "block_stop", candidate: 0, block: 0 }],
  ])("passes on what is not content (%j: %j)", (isPassed, event) => {
    const rewriter = emulate(conversation, [compactionEmulator()]).openRewriter();
    expect(rewriter.push(event)).toEqual(isPassed ? [event] : []);
  });

  it("keeps the texts of candidates apart, and leaves out what is not text", () => {
    const rewriter = emulate(conversation, [compactionEmulator()]).openRewriter();
    const at = (candidate: number, block: number) => ({ candidate, block });
    const events: StreamEvent[] = [
      { type: "block_start", ...at(0, 0), content: { type: "thinking", text: "hm" } },
      { type: "text_delta", ...at(0, 0), text: "no " },
      { type: "block_start", ...at(0, 1), content: text("a") },
      { type: "block_start", ...at(1, 0), content: text("b") },
      { type: "text_delta", ...at(0, 1), text: "c" },
      { type: "text_delta", ...at(1, 0), text: "d" },
      { type: "text_delta", ...at(2, 0), text: "e" },
    ];
    expect(events.flatMap((event) => rewriter.push(event))).toEqual([]);
    for (const [candidate, summary] of ["ac", "bd"].entries()) {
      const stop: StreamEvent = { type: "candidate_stop", candidate, stop: { reason: "end_turn" } };
      expect(rewriter.push(stop)).toEqual([
        { type: "block_start", ...at(candidate, 0), content: { type: "text", text: summary, vendor } },
        { type: "block_stop", ...at(candidate, 0) },
        stop,
      ]);
    }
  });

  it("of nothing but its trigger asks for a summary alone, and forbids no tools that are not there", () => {
    const { vendor: _, ...bare } = trigger;
    const messages: Message[] = [user, { role: "assistant", content: [bare] }];
    const emulation = emulate(conversationOf({ messages }), [compactionEmulator("Sum up.")]);
    const asked: Message[] = [user, { role: "user", content: [text("Sum up.")] }];
    expect(emulation.request).toStrictEqual(conversationOf({ messages: asked }));
    expect(emulation.finish(replyOf([text(" a ")])).reply.candidates[0]?.content).toStrictEqual([
      text(" a "),
    ]);
    expect(() => emulation.finish(replyOf([text(" \n")]))).toThrow("no summary");
  });

  it("fails without a summary", () => {
    const emulation = emulate(conversation, [compactionEmulator()]);
    const empty = replyOf([{ type: "thinking", text: "hm" }]);
    expect(() => emulation.finish(empty)).toThrow("no summary");
    expect(() => rewrite(emulation.openRewriter(), streamOf(empty, cutBy([1])))).toThrow("no summary");
  });

  it("is not made if nobody asks for it", () => {
    expect(emulate(conversationOf(), [compactionEmulator()]).active).toEqual([]);
  });
});
