import { describe, expect, it } from "vitest";
import type { Block } from "../../../contract/index.ts";
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

  it("keeps the flag from the engine, and does nothing if it is not asked", () => {
    expect(emulate(conversation, [firstCallEmulator()]).request).not.toHaveProperty("parallelToolCalls");
    const idle = emulate({ ...conversation, parallelToolCalls: true }, [firstCallEmulator()]);
    expect(idle.active).toEqual([]);
    expect(idle.request.parallelToolCalls).toBe(true);
    expect(idle.finish(reply).reply).toBe(reply);
  });
});
