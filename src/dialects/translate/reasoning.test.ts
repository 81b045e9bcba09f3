import { describe, expect, it } from "vitest";
import type { Block, Conversation, Message, Reply } from "../../contract/index.ts";
import { findDialect } from "../registry/lookup.ts";
import { type HeldReasoning, memoryCustody } from "./custody.ts";
import { holdReasoning, restoreReasoning } from "./reasoning.ts";

const claude = findDialect("claude");
const gemini = findDialect("gemini");
const openai = findDialect("openai");
const copilot = findDialect("copilot");

const signed: Block = { type: "thinking", text: "hm", signature: "sig" };
const plain: Block = { type: "thinking", text: "hm" };
const redacted: Block = { type: "redacted_thinking", data: "d" };
const text: Block = { type: "text", text: "x" };

function call(id: string, signature?: string): Block {
  const sign = signature === undefined ? {} : { signature };
  return { type: "tool_use", id, name: "f", kind: "function", input: {}, ...sign };
}

function held(content: Block[], engine = claude, caller = openai): Record<string, HeldReasoning> {
  const found = new Map<string, HeldReasoning>();
  const custody = {
    hold: (id: string, one: HeldReasoning) => void found.set(id, one),
    find: () => undefined,
  };
  holdReasoning({ candidates: [{ index: 0, content }] }, engine, caller, custody);
  return Object.fromEntries(found);
}

function restored(message: Message, holding: Record<string, HeldReasoning>, target = claude): Block[] {
  const conversation = { model: "m", system: [], tools: [], messages: [message], sampling: {}, stop: [] };
  const custody = memoryCustody();
  for (const [id, one] of Object.entries(holding)) custody.hold(id, one);
  return restoreReasoning(conversation, target, custody).messages[0]!.content;
}

describe("the reasoning of a turn", () => {
  it("is held for each call when the caller's dialect cannot carry all of it", () => {
    expect(held([signed, text, redacted, call("a"), call("b")])).toEqual({
      a: { dialect: "claude", thinking: [signed, redacted] },
      b: { dialect: "claude", thinking: [signed, redacted] },
    });
    expect(held([redacted, call("a")])).toEqual({ a: { dialect: "claude", thinking: [redacted] } });
  });

  it("is held whole when only one of its blocks is lost", () => {
    expect(held([plain, signed, call("a")])["a"]?.thinking).toEqual([plain, signed]);
  });

  it("is held when it is sealed and the caller cannot carry that", () => {
    const sealed: Block = { type: "thinking", text: "", sealed: "zz" };
    expect(held([sealed, call("a")], copilot, openai)["a"]?.thinking).toEqual([sealed]);
    expect(held([sealed, call("a")], openai, copilot)).toEqual({});
  });

  it("is not held when the caller carries it, when it proves nothing, or when there is no call", () => {
    expect(held([signed, redacted, call("a")], gemini, claude)).toEqual({});
    expect(held([plain, call("a")])).toEqual({});
    expect(held([signed, text])).toEqual({});
    expect(held([call("a")])).toEqual({});
  });

  it("includes the signature of the call itself, unless the caller carries that", () => {
    expect(held([call("a", "s"), call("b")], gemini, openai)).toEqual({
      a: { dialect: "gemini", thinking: [], signature: "s" },
    });
    expect(held([call("a", "s")], openai, gemini)).toEqual({});
    expect(held([signed, call("a", "s")], gemini, claude)).toEqual({
      a: { dialect: "gemini", thinking: [], signature: "s" },
    });
  });

  it("is held for every answer, and not at all without custody", () => {
    const reply: Reply = {
      candidates: [
        { index: 0, content: [signed, call("a")] },
        { index: 1, content: [signed, call("b")] },
      ],
    };
    const custody = memoryCustody();
    holdReasoning(reply, claude, openai, custody);
    expect(custody.find("a")?.dialect).toBe("claude");
    expect(custody.find("b")?.thinking).toEqual([signed]);
    expect(() => holdReasoning(reply, claude, openai, undefined)).not.toThrow();
  });
});

describe("reasoning in custody", () => {
  const holding = { a: { dialect: "claude", thinking: [signed] } };

  it("returns to the start of its turn for the engine that issued it", () => {
    expect(restored({ role: "assistant", content: [text, call("a")] }, holding)).toEqual([
      signed,
      text,
      call("a"),
    ]);
  });

  it("stays away from other engines, other roles and turns without its call", () => {
    const content = [text, call("a")];
    expect(restored({ role: "assistant", content }, holding, gemini)).toEqual(content);
    expect(restored({ role: "user", content }, holding)).toEqual(content);
    expect(restored({ role: "assistant", content: [text, call("b")] }, holding)).toEqual([text, call("b")]);
    expect(restored({ role: "assistant", content: [text] }, holding)).toEqual([text]);
    const result: Block = { type: "tool_result", id: "a", kind: "function", content: [] };
    const answered = [result, call("b")];
    expect(restored({ role: "assistant", content: answered }, holding)).toEqual(answered);
  });

  it("replaces thinking that proves nothing, and leaves proven thinking as it is", () => {
    const empty: Block = { type: "thinking", text: "told", signature: "" };
    for (const unproven of [plain, empty])
      expect(restored({ role: "assistant", content: [unproven, text, call("a")] }, holding)).toEqual([
        signed,
        text,
        call("a"),
      ]);
    const own: Block = { type: "thinking", text: "mine", signature: "other" };
    const sealed: Block = { type: "thinking", text: "", sealed: "zz" };
    for (const proven of [own, sealed, redacted])
      expect(restored({ role: "assistant", content: [proven, call("a")] }, holding)).toEqual([
        proven,
        call("a"),
      ]);
    expect(restored({ role: "assistant", content: [own, plain, call("a")] }, holding)).toEqual([
      own,
      plain,
      call("a"),
    ]);
  });

  it("returns signatures to the calls that they belong to, unless these have one", () => {
    const signatures = {
      a: { dialect: "gemini", thinking: [], signature: "sa" },
      b: { dialect: "claude", thinking: [], signature: "sb" },
    };
    const content = [call("a"), call("b"), call("c"), call("d", "own")];
    expect(restored({ role: "assistant", content }, signatures, gemini)).toEqual([
      call("a", "sa"),
      call("b"),
      call("c"),
      call("d", "own"),
    ]);
    const other = { a: { dialect: "gemini", thinking: [], signature: "held" } };
    expect(restored({ role: "assistant", content: [call("a", "own")] }, other, gemini)).toEqual([
      call("a", "own"),
    ]);
  });

  it("leaves the conversation itself alone if there is nothing to do", () => {
    const conversation: Conversation = {
      model: "m",
      system: [],
      tools: [],
      messages: [{ role: "user", content: [text] }],
      sampling: {},
      stop: [],
    };
    expect(restoreReasoning(conversation, claude, memoryCustody())).toBe(conversation);
    const withCall = { ...conversation, messages: [{ role: "assistant" as const, content: [call("a")] }] };
    expect(restoreReasoning(withCall, claude, undefined)).toBe(withCall);
  });
});
