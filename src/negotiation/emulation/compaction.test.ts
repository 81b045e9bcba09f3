import { describe, expect, it } from "vitest";
import type { Block, Message } from "../../contract/index.ts";
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
