import { describe, expect, it } from "vitest";
import type { Block, StreamEvent } from "../../../contract/index.ts";
import { emulate } from "../emulation.ts";
import { collapse, conversationOf, cutBy, replyOf, rewrite, streamOf, text } from "../fixtures/stream.ts";
import { firstCallEmulator } from "./first-call.ts";

const call = (name: string): Block => ({ type: "tool_use", id: name, name, kind: "function", input: {} });
const conversation = conversationOf({
  tools: [{ kind: "function", name: "a", parameters: {} }],
  parallelToolCalls: false,
});

describe("one call at a time", () => {
  const reply = replyOf([text("x"), call("a"), call("b"), text("y"), call("c")]);
  const kept = [text("x"), call("a"), text("y")];

  it("hands on the first call, whole and streamed, and says what it left out", () => {
    const emulation = emulate(conversation, [firstCallEmulator()]);
    const whole = emulation.finish(reply);
    expect(whole.reply.candidates[0]?.content).toEqual(kept);
    const rewriter = emulation.openRewriter();
    const streamed = collapse(rewrite(rewriter, streamOf(reply, cutBy([1]))));
    expect(streamed.candidates[0]?.content).toEqual(kept);
    expect(rewriter.warnings).toEqual(whole.warnings);
    expect(whole.warnings).toEqual([
      "A second call in one turn was left out: b",
      "A second call in one turn was left out: c",
    ]);
  });

  it("hands on the events before the second call as they are, for each candidate on its own", () => {
    const rewriter = firstCallEmulator().openRewriter!(conversation);
    const start = (candidate: number, block: number, content: Block): StreamEvent => ({
      type: "block_start",
      candidate,
      block,
      content,
    });
    const events = [start(0, 0, text("x")), start(0, 1, call("a")), start(1, 0, call("b"))];
    for (const event of events) expect(rewriter.push(event)[0]).toBe(event);
    expect(rewriter.push(start(1, 1, call("c")))).toEqual([]);
    expect(rewriter.push({ type: "block_stop", candidate: 1, block: 1 })).toEqual([]);
    expect(rewriter.push(start(1, 2, text("y")))).toEqual([start(1, 1, text("y"))]);
    expect(rewriter.push(start(0, 2, text("z")))).toEqual([start(0, 2, text("z"))]);
    expect(rewriter.push({ type: "reply_stop" })).toEqual([{ type: "reply_stop" }]);
    expect([rewriter.end(), rewriter.warnings]).toEqual([[], ["A second call in one turn was left out: c"]]);
  });

  it("is not asked of a request without tools, and leaves a whole reply without a second call as it is", () => {
    const idle = firstCallEmulator().prepare({ ...conversation, tools: [] });
    expect(idle).toBeUndefined();
    const { finish } = firstCallEmulator();
    const single = replyOf([text("x"), call("a")]);
    expect(finish!(single, conversation).reply.candidates[0]).toBe(single.candidates[0]);
    expect(finish!(reply, { ...conversation, tools: [] })).toEqual({ reply, warnings: [] });
  });

  it("keeps the flag from the engine, and does nothing if it is not asked", () => {
    expect(emulate(conversation, [firstCallEmulator()]).request).not.toHaveProperty("parallelToolCalls");
    const idle = emulate({ ...conversation, parallelToolCalls: true }, [firstCallEmulator()]);
    expect(idle.active).toEqual([]);
    expect(idle.request.parallelToolCalls).toBe(true);
    expect(idle.finish(reply).reply).toBe(reply);
  });
});
