import { describe, expect, it } from "vitest";
import type { Block, Conversation, Tool } from "../../../contract/index.ts";
import { emulate } from "../emulation.ts";
import { conversationOf, replyOf, streamOf, text } from "../fixtures/stream.ts";
import { FORCED_CALL_PROMPT } from "../strategy.ts";
import { forcedCallEmulator } from "./forced-call.ts";

const read: Tool = { kind: "function", name: "read", parameters: {} };
const write: Tool = { kind: "function", name: "write", parameters: {}, namespace: "fs" };
const call: Block = { type: "tool_use", id: "c", name: "read", kind: "function", input: {} };

function prepared(parts: Partial<Conversation>) {
  return emulate(conversationOf({ tools: [read, write], ...parts }), [forcedCallEmulator()]);
}

describe("a required call of a model that cannot be forced", () => {
  it("is asked for by a prompt that the report names, and the choice is free", () => {
    const { request, report } = prepared({ toolChoice: { mode: "required" } });
    expect(request.toolChoice).toBeUndefined();
    expect(request.tools).toEqual([read, write]);
    expect(request.system).toEqual([{ type: "text", text: FORCED_CALL_PROMPT }]);
    expect(report.applied).toEqual([
      {
        capability: "tool_choice",
        strategy: { type: "system_prompt_injection", prompt: FORCED_CALL_PROMPT },
      },
    ]);
  });

  it("of one tool, or of some, offers those alone", () => {
    const toolsFor = (toolChoice: Conversation["toolChoice"] & {}) => prepared({ toolChoice }).request.tools;
    expect(toolsFor({ mode: "tool", name: "read" })).toEqual([read]);
    expect(toolsFor({ mode: "tool", name: "fs__write" })).toEqual([write]);
    expect(toolsFor({ mode: "required", allowed: ["write"] })).toEqual([write]);
    expect(toolsFor({ mode: "tool", name: "unknown" })).toEqual([read, write]);
  });

  it.each<Partial<Conversation>>([
    {},
    { toolChoice: { mode: "auto" } },
    { toolChoice: { mode: "none" } },
    { toolChoice: { mode: "required" }, tools: [] },
    { toolChoice: { mode: "tool", name: "read" }, tools: [] },
  ])("is not asked for by %j", (parts) => {
    const { request, active } = prepared(parts);
    expect(active).toEqual([]);
    expect(request.system).toEqual([]);
  });

  it("that is missing in the reply is marked, in a whole reply and in a stream", () => {
    const emulation = prepared({ toolChoice: { mode: "required" } });
    const without = replyOf([text("No.")]);
    expect(emulation.finish(without)).toEqual({
      reply: without,
      warnings: [expect.stringContaining("did not make")],
    });
    expect(emulation.finish(replyOf([text("Yes."), call])).warnings).toEqual([]);
    for (const [reply, count] of [
      [without, 1],
      [replyOf([call]), 0],
    ] as const) {
      const rewriter = emulation.openRewriter();
      const events = streamOf(reply, (value) => [value]);
      expect(events.flatMap((event) => rewriter.push(event))).toEqual(events);
      rewriter.end();
      expect(rewriter.warnings).toHaveLength(count);
    }
  });

  it("that nobody requires lets a stream through as it is", () => {
    const rewriter = forcedCallEmulator().openRewriter!(conversationOf({ tools: [read] }));
    const events = streamOf(replyOf([text("No.")]), (value) => [value]);
    expect(events.flatMap((event) => rewriter.push(event))).toEqual(events);
    expect([rewriter.end(), rewriter.warnings]).toEqual([[], []]);
  });
});
