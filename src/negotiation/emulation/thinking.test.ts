import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block } from "../../contract/index.ts";
import { collapse, conversationOf, cutBy, replyOf, rewrite, streamOf, text } from "./fixtures/stream.ts";
import { TAGGED_THINKING_PROMPT, THINKING_PROMPT } from "./strategy.ts";
import { thinkingEmulator } from "./thinking.ts";

const plain = thinkingEmulator(THINKING_PROMPT);
const tagged = thinkingEmulator(TAGGED_THINKING_PROMPT);

function split(value: string): readonly Block[] {
  return tagged.finish!(replyOf([text(value)]), conversationOf()).reply.candidates[0]!.content;
}

function thinking(value: string): Block {
  return { type: "thinking", text: value };
}

describe("the thinking prompt", () => {
  it("is appended to the system text on a new line", () => {
    const conversation = conversationOf({ system: [text("Be brief."), text("Be kind.")] });
    expect(plain.prepare(conversation)?.conversation.system).toEqual([
      text("Be brief."),
      text("Be kind.\nThink step by step before answering."),
    ]);
  });

  it("becomes a system block of its own if there is none", () => {
    expect(plain.prepare(conversationOf())?.conversation.system).toEqual([
      text("Think step by step before answering."),
    ]);
  });

  it("goes to the system message that stands first in the messages", () => {
    const conversation = conversationOf({
      messages: [
        { role: "developer", content: [text("Rules.")] },
        { role: "user", content: [text("Hi")] },
      ],
    });
    const prepared = plain.prepare(conversation)?.conversation;
    expect(prepared?.system).toEqual([]);
    expect(prepared?.messages[0]?.content).toEqual([text("Rules.\nThink step by step before answering.")]);
  });

  it("leaves the conversation that it was given as it was, and keeps cache hints", () => {
    const system: Block[] = [{ type: "text", text: "A", cache: { ttl: "1h" } }];
    const conversation = conversationOf({ system });
    const before = structuredClone(conversation);
    expect(plain.prepare(conversation)?.conversation.system[0]).toMatchObject({ cache: { ttl: "1h" } });
    expect(conversation).toEqual(before);
  });

  it("leaves tags in the reply alone unless it asked for them", () => {
    expect(plain.finish).toBeUndefined();
    expect(plain.openRewriter).toBeUndefined();
  });
});

describe("the tagged thinking prompt", () => {
  it.each<[string, readonly Block[]]>([
    ["<thinking>hm</thinking>\n\nYes.", [thinking("hm"), text("Yes.")]],
    ["\n <thinking>a\nb</thinking>Yes", [thinking("a\nb"), text("Yes")]],
    ["<thinking>cut off", [thinking("cut off")]],
    ["<thinking></thinking>Yes", [text("Yes")]],
    ["No tags.", [text("No tags.")]],
    ["I write <thinking>this</thinking>.", [text("I write <thinking>this</thinking>.")]],
    ["<thinking>a</thinking><thinking>b</thinking>", [thinking("a"), text("<thinking>b</thinking>")]],
    ["<think", [text("<think")]],
    ["<thinking>", [text("")]],
    ["", [text("")]],
    [`${" ".repeat(300)}<thinking>a</thinking>`, [text(`${" ".repeat(300)}<thinking>a</thinking>`)]],
  ])("splits %j", (value, blocks) => {
    expect(split(value)).toEqual(blocks);
  });

  it("splits only the first text, and moves later blocks up", () => {
    const call: Block = { type: "tool_use", id: "1", name: "t", kind: "function", input: { a: 1 } };
    const reply = replyOf([text("<thinking>a</thinking>b"), call, text("<thinking>c</thinking>")]);
    const whole = tagged.finish!(reply, conversationOf()).reply;
    expect(whole.candidates[0]?.content).toEqual([
      thinking("a"),
      text("b"),
      call,
      text("<thinking>c</thinking>"),
    ]);
    expect(collapse(rewrite(tagged.openRewriter!(conversationOf()), streamOf(reply, cutBy([2]))))).toEqual(
      whole,
    );
  });

  it("splits the first text, also if other blocks stand before it", () => {
    const call: Block = { type: "tool_use", id: "1", name: "t", kind: "function", input: { a: 1 } };
    const reply = replyOf([thinking("of the model"), call, text("<thinking>a</thinking>b"), call]);
    const whole = tagged.finish!(reply, conversationOf()).reply;
    expect(whole.candidates[0]?.content).toEqual([
      thinking("of the model"),
      call,
      thinking("a"),
      text("b"),
      call,
    ]);
    const streamed = rewrite(tagged.openRewriter!(conversationOf()), streamOf(reply, cutBy([2])));
    expect(collapse(streamed)).toEqual(whole);
  });

  it("splits a stream as it splits the whole reply, however it is cut", () => {
    const piece = fc.constantFrom("<thinking>", "</thinking>", "<", "</", "think", "a", " ", "\n", "😀");
    const body = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    const cuts = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(body, { minLength: 1, maxLength: 2 }), cuts, (texts, lengths) => {
        const reply = replyOf(texts.map(text));
        const whole = tagged.finish!(reply, conversationOf()).reply;
        const streamed = rewrite(tagged.openRewriter!(conversationOf()), streamOf(reply, cutBy(lengths)));
        expect(collapse(streamed)).toEqual(whole);
      }),
      { numRuns: 1000 },
    );
  });

  it("opens a block for a citation that comes before its text is certain", () => {
    const rewriter = tagged.openRewriter!(conversationOf());
    const at = { candidate: 0, block: 0 };
    const events = rewrite(rewriter, [
      { type: "reply_start" },
      { type: "block_start", ...at, content: { type: "text", text: "" } },
      { type: "text_delta", ...at, text: "<thi" },
      { type: "citation", ...at, citation: { kind: "web" } },
      { type: "block_stop", ...at },
      { type: "reply_stop" },
    ]);
    expect(collapse(events).candidates[0]?.content).toEqual([text("<thi")]);
  });

  it("shows what it held back when the stream breaks off", () => {
    const rewriter = tagged.openRewriter!(conversationOf());
    const at = { candidate: 0, block: 0 };
    const events = rewrite(rewriter, [
      { type: "block_start", ...at, content: { type: "text", text: "" } },
      { type: "text_delta", ...at, text: "<thinking>so</thin" },
    ]);
    const shown = events.flatMap((event) => (event.type === "thinking_delta" ? [event.text] : []));
    expect(shown.join("")).toBe("so</thin");
  });

  it("shows it once, though the stream says that it is over", () => {
    const at = { candidate: 0, block: 0 };
    const events = rewrite(tagged.openRewriter!(conversationOf()), [
      { type: "block_start", ...at, content: { type: "text", text: "" } },
      { type: "text_delta", ...at, text: "<thi" },
      { type: "reply_stop" },
    ]);
    expect(events.map(({ type }) => type)).toEqual(["block_start", "text_delta", "reply_stop"]);
  });
});
