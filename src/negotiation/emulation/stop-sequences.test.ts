import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StreamEvent } from "../../contract/index.ts";
import { collapse, conversationOf, cutBy, replyOf, rewrite, streamOf, text } from "./fixtures/stream.ts";
import { stopEmulator } from "./stop-sequences.ts";
import { openStopScanner } from "./text-splitting/stop-scanner.ts";

/** Truncation of a whole text, written down plainly: the place where a sequence is first complete. */
function truncate(whole: string, sequences: readonly string[]): { text: string; matched?: string } {
  for (let end = 1; end <= whole.length; end += 1) {
    const matched = sequences
      .filter((sequence) => sequence !== "" && whole.slice(0, end).endsWith(sequence))
      .sort((left, right) => right.length - left.length)[0];
    if (matched !== undefined) return { text: whole.slice(0, end - matched.length), matched };
  }
  return { text: whole };
}

// Two letters, so that sequences overlap one another and themselves all the time.
const word = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 6 });
const body = fc.string({ unit: fc.constantFrom("a", "b", "😀"), maxLength: 60 });
const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
const emulator = stopEmulator();

describe("a text delta of a block that is not open", () => {
  it("passes unchanged", () => {
    const rewriter = stopEmulator().openRewriter!(conversationOf({ stop: ["END"] }));
    const event = { type: "text_delta", candidate: 0, block: 3, text: "END" } as const;
    expect(rewriter.push(event)).toEqual([event]);
  });
});

describe("the stop scanner", () => {
  it("gives the same result as truncating the whole text, however the text is cut", () => {
    fc.assert(
      fc.property(body, fc.array(word, { maxLength: 4 }), cuts, (whole, sequences, lengths) => {
        const scanner = openStopScanner(sequences);
        let shown = "";
        let matched: string | undefined;
        for (const piece of cutBy(lengths)(whole)) {
          const scan = scanner.push(piece);
          shown += scan.text;
          matched = scan.matched;
          if (matched !== undefined) break;
        }
        if (matched === undefined) shown += scanner.flush();
        const expected = truncate(whole, sequences);
        expect({ shown, matched }).toEqual({ shown: expected.text, matched: expected.matched });
      }),
      { numRuns: 1000 },
    );
  });

  it("holds back only what could be the start of a sequence, and never a whole one", () => {
    fc.assert(
      fc.property(body, fc.array(word, { minLength: 1, maxLength: 4 }), cuts, (whole, sequences, lengths) => {
        const scanner = openStopScanner(sequences);
        let seen = "";
        let shown = "";
        for (const piece of cutBy(lengths)(whole)) {
          const scan = scanner.push(piece);
          seen += piece;
          shown += scan.text;
          if (scan.matched !== undefined) return;
          const held = seen.slice(shown.length);
          expect(held === "" || sequences.some((sequence) => sequence.startsWith(held))).toBe(true);
          expect(held.length).toBeLessThan(Math.max(...sequences.map((sequence) => sequence.length)));
        }
      }),
    );
  });

  it("stops at the sequence that is complete first, and takes the longest of several", () => {
    expect(openStopScanner(["abc", "b"]).push("xabc").matched).toBe("b");
    expect(openStopScanner(["b", "ab"]).push("xab")).toEqual({ text: "x", matched: "ab", rest: "" });
  });

  it("ignores empty sequences", () => {
    // After "aac" and a mismatch, no character of the sequence counts as read.
    expect(openStopScanner(["aacX"]).push("aacacX").matched).toBeUndefined();
    expect(openStopScanner(["aabaaX"]).push("aabaabaaX").matched).toBe("aabaaX");
    expect(openStopScanner([""]).push("abc")).toEqual({ text: "abc", rest: "" });
  });
});

describe("emulated stop sequences", () => {
  it("truncate a stream exactly as they truncate the whole reply", () => {
    const blocks = fc.array(body.map(text), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(blocks, fc.array(word, { maxLength: 3 }), cuts, (content, stop, lengths) => {
        const conversation = conversationOf({ stop });
        const reply = replyOf(content);
        const whole = emulator.finish!(reply, conversation).reply;
        const streamed = rewrite(emulator.openRewriter!(conversation), streamOf(reply, cutBy(lengths)));
        expect(collapse(streamed)).toEqual(whole);
      }),
      { numRuns: 500 },
    );
  });

  it("set the stop reason and the sequence, drop later blocks and keep usage", () => {
    const conversation = conversationOf({ stop: ["END"] });
    const call = { type: "tool_use" as const, id: "1", name: "t", kind: "function" as const, input: {} };
    const { reply } = emulator.finish!(replyOf([text("one END two"), call, text("three")]), conversation);
    expect(reply).toEqual({
      id: "r",
      candidates: [{ index: 0, content: [text("one ")], stop: { reason: "stop_sequence", sequence: "END" } }],
      usage: { input: 3, output: 5 },
    });
  });

  it("leave thinking, tool input and other candidates alone", () => {
    const conversation = conversationOf({ stop: ["x"] });
    const reply = replyOf([{ type: "thinking", text: "axb" }, text("ok")]);
    const both = {
      ...reply,
      candidates: [...reply.candidates, { ...replyOf([text("axb")]).candidates[0]!, index: 1 }],
    };
    const done = emulator.finish!(both, conversation).reply;
    expect(done.candidates[0]).toEqual(reply.candidates[0]);
    expect(done.candidates[1]?.content).toEqual([text("a")]);
    const streamed = rewrite(emulator.openRewriter!(conversation), streamOf(both, cutBy([1])));
    expect(collapse(streamed)).toEqual(done);
  });

  it("show what they held back when the stream breaks off", () => {
    const rewriter = emulator.openRewriter!(conversationOf({ stop: ["STOP"] }));
    const events: StreamEvent[] = [
      { type: "block_start", candidate: 0, block: 0, content: { type: "text", text: "" } },
      { type: "text_delta", candidate: 0, block: 0, text: "go ST" },
      { type: "error", code: "e", message: "m" },
    ];
    expect(rewrite(rewriter, events).map((event) => ("text" in event ? event.text : event.type))).toEqual([
      "block_start",
      "go ",
      "ST",
      "error",
    ]);
  });

  it("cut the text that a block begins with", () => {
    const rewriter = emulator.openRewriter!(conversationOf({ stop: ["b"] }));
    const sent = rewriter.push({
      type: "block_start",
      candidate: 0,
      block: 0,
      content: { type: "text", text: "abc" },
    });
    expect(sent.map((event) => event.type)).toEqual([
      "block_start",
      "text_delta",
      "block_stop",
      "candidate_stop",
    ]);
  });

  it("pass on the start of a block as it is if it holds no text yet, or is no text", () => {
    const rewriter = emulator.openRewriter!(conversationOf({ stop: ["b"] }));
    const contents = [text(""), { ...text(""), vendor: { "x:mark": {} } }, { type: "thinking", text: "b" }];
    for (const [block, content] of contents.entries()) {
      const start = { type: "block_start", candidate: 0, block, content } as StreamEvent;
      expect(rewriter.push(start)).toEqual([start]);
    }
  });

  it("do nothing and report nothing if no sequence was asked for", () => {
    expect(emulator.prepare(conversationOf())).toBeUndefined();
    expect(emulator.prepare(conversationOf({ stop: [""] }))).toBeUndefined();
  });
});
