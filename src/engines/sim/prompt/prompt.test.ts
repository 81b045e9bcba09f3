import { describe, expect, it } from "vitest";
import type { Message } from "../../../contract/index.ts";
import { saying } from "../fixtures/calling.ts";
import { quote, readPrompt } from "./prompt.ts";

const call = (id: string): Message => ({
  role: "assistant",
  content: [{ type: "tool_use", id, name: "t", kind: "function", input: {} }],
});
const result = (id: string): Message => ({
  role: "tool",
  content: [{ type: "tool_result", id, kind: "function", content: [{ type: "text", text: id }] }],
});

describe("what the simulator reads of a conversation", () => {
  it("takes calls in messages of their own for one turn", () => {
    const conversation = saying("sim: call t");
    conversation.messages.push(call("a"), call("b"), result("a"), result("b"), call("c"), result("c"));
    const prompt = readPrompt(conversation);
    expect(prompt.stepsDone).toBe(2);
    expect(prompt.hasCalledTools).toBe(true);
    expect(prompt.results.map(({ name, block }) => [name, block.id])).toEqual([["t", "c"]]);
  });

  it("counts from the message with the directives, not from the last one of the user", () => {
    const conversation = saying("sim: call t");
    const reminder: Message = { role: "user", content: [{ type: "text", text: "go on" }] };
    conversation.messages.push(call("a"), result("a"), reminder);
    const prompt = readPrompt(conversation);
    expect(prompt.stepsDone).toBe(1);
    expect(prompt.hasCalledTools).toBe(false);
  });

  it("is read in linear time from text that is all tags", () => {
    const text = "<a>".repeat(200_000) + "</b>".repeat(200_000);
    expect(readPrompt(saying(text)).said).toBe(text);
  });

  it("quotes on one line and cuts no character", () => {
    expect(quote("a\n  b")).toBe('"a b"');
    expect(quote("ab😀", 3)).toBe('"ab…"');
  });
});
