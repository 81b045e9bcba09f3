import { beforeEach, describe, expect, it } from "vitest";
import { SidecarFacts } from "../sidecar-facts.ts";
import { ViolationCounts } from "../violation-counts.ts";
import { FrameStream } from "./frame-stream.ts";
import { StderrTail } from "./stderr-tail.ts";

const plain = (text: string) => text;

describe("FrameStream", () => {
  let facts: SidecarFacts;
  let kinds: string[];

  beforeEach(() => {
    kinds = [];
    facts = new SidecarFacts(new StderrTail(10, plain), new ViolationCounts(), plain);
  });

  function make(skippableLines = 0, lastKind = "stop"): FrameStream {
    return new FrameStream({ maxLineBytes: 200, skippableLines }, facts, ({ t }) => {
      kinds.push(t);
      return t !== lastKind;
    });
  }

  it("calls back for each frame and says whether a line was complete", () => {
    const stream = make();
    expect(stream.push(Buffer.from('{"t":"a"}\n{"t":'))).toBe(true);
    expect(stream.push(Buffer.from('"b"}'))).toBe(false);
    expect(stream.push(Buffer.from("\n"))).toBe(true);
    expect(stream.push(Buffer.from(" \n"))).toBe(true);
    expect(kinds).toEqual(["a", "b"]);
  });

  it("reads nothing after the frame that was the last one", () => {
    expect(make().push(Buffer.from('{"t":"a"}\n{"t":"stop"}\ngarbage\n'))).toBe(true);
    expect(kinds).toEqual(["a", "stop"]);
  });

  it("S05 skips as many lines of text as it may, over all chunks", () => {
    const stream = make(2);
    expect(stream.push(Buffer.from('log\n{"t":"a"}\n'))).toBe(true);
    stream.push(Buffer.from("5\n"));
    expect(facts.skippedLines).toBe(2);
    expect(() => stream.push(Buffer.from("more\n"))).toThrow(/more/);
    expect([kinds, facts.skippedLines]).toEqual([["a"], 2]);
    expect(() => make().push(Buffer.from("log\n"))).toThrow();
  });

  it("S13 reports a line that is too long after the frames before it", () => {
    expect(() => make().push(Buffer.from(`{"t":"a"}\n${"x".repeat(201)}\n`))).toThrow(
      expect.objectContaining({
        code: "sidecar_line_too_long",
        message: `The sidecar wrote a line of more than 200 bytes. It begins with "${"x".repeat(32)}" (bytes ${"78".repeat(32)}…)`,
      }),
    );
    expect(kinds).toEqual(["a"]);
  });

  it("S17 reports a line that is not UTF-8 with its rule", () => {
    expect(() => make().push(Buffer.from([0xff, 0x0a]))).toThrow(
      expect.objectContaining({
        code: "protocol_invalid_envelope",
        message: expect.stringContaining("(bytes ff)"),
        details: { rule: "invalid-utf8" },
      }),
    );
  });

  it("S12 takes a complete frame without its line feed at the end, and notes it", () => {
    const stream = make();
    stream.push(Buffer.from('{"t":"a"}'));
    stream.end();
    expect(kinds).toEqual(["a"]);
    expect(facts.record()).toMatchObject({ violations: { missing_line_feed: 1 } });
    expect(facts.record().incomplete_line_hex).toBeUndefined();
  });

  it.each(['{"t":', "log", "{}", " "])("S11 keeps %j as an incomplete line", (text) => {
    const stream = make();
    stream.push(Buffer.from(text));
    stream.end();
    expect(kinds).toEqual([]);
    expect(facts.record().violations).toBeUndefined();
    expect(facts.record().incomplete_line_hex).toBe(Buffer.from(text).toString("hex"));
  });

  it("S11 keeps the bytes of an incomplete character", () => {
    const stream = make();
    stream.push(Buffer.from([0x7b, 0xc3]));
    stream.end();
    expect(facts.record().incomplete_line_hex).toBe("7bc3");
  });

  it("records nothing if the output ends with a line", () => {
    const stream = make();
    stream.push(Buffer.from('{"t":"a"}\n'));
    stream.end();
    expect(facts.record().incomplete_line_hex).toBeUndefined();
    expect(facts.record().violations).toBeUndefined();
  });
});
