import { describe, expect, it } from "vitest";
import { saying } from "../fixtures/calling.ts";
import { inputTextOf, limitAnswer } from "./limit.ts";
import type { Script } from "./script.ts";

const script = (own: Partial<Script>): Script => ({
  thinking: undefined,
  pieces: [],
  calls: [],
  stop: undefined,
  error: undefined,
  faults: [],
  delayMs: 0,
  ...own,
});
const call = (input: unknown, inputText?: string) => ({
  name: "t",
  kind: "function" as const,
  input,
  ...(inputText === undefined ? {} : { inputText }),
});

/** Limits an answer to a number of tokens; a token has four characters. */
function limit(own: Partial<Script>, maxOutputTokens?: number, stop: string[] = []) {
  return limitAnswer(script(own), {
    ...saying("x"),
    stop,
    maxOutputTokens: maxOutputTokens as number,
  });
}

describe("the limits of an answer", () => {
  it("leave an answer without limits as it is", () => {
    const calls = [call({ a: 1 })];
    expect(limit({ thinking: "hm", pieces: ["ab", "c"], calls })).toEqual({
      thinking: "hm",
      pieces: ["ab", "c"],
      calls,
      stop: { reason: "tool_use" },
      thinkingLength: 2,
      length: 2 + 3 + 7,
    });
    expect(limit({ pieces: ["abc"] })).toMatchObject({ stop: { reason: "end_turn" }, thinkingLength: 0 });
  });

  it("cut the text at the output limit, within a piece and between pieces", () => {
    expect(limit({ pieces: ["abcd", "efgh"] }, 1)).toMatchObject({ pieces: ["abcd"], length: 4 });
    expect(limit({ pieces: ["abc", "def", "ghi"] }, 1)).toMatchObject({
      pieces: ["abc", "d"],
      stop: { reason: "max_tokens" },
    });
    expect(limit({ pieces: ["abcd"] }, 1)).toMatchObject({ stop: { reason: "end_turn" }, length: 4 });
    expect(limit({ pieces: ["abcde"] }, 1).stop).toEqual({ reason: "max_tokens" });
    expect(limit({ pieces: ["abc"] }, 0)).toMatchObject({ pieces: [], stop: { reason: "max_tokens" } });
  });

  it("count the thinking first", () => {
    expect(limit({ thinking: "abcdef", pieces: ["xyz"] }, 2)).toMatchObject({
      thinking: "abcdef",
      pieces: ["xy"],
      thinkingLength: 6,
      length: 8,
      stop: { reason: "max_tokens" },
    });
    expect(limit({ thinking: "abcdef", pieces: ["xyz"], calls: [call({})] }, 1)).toMatchObject({
      thinking: "abcd",
      pieces: [],
      calls: [],
      thinkingLength: 4,
      length: 4,
      stop: { reason: "max_tokens" },
    });
  });

  it("cut the arguments of a call, and leave out the calls after it", () => {
    const calls = [call({ a: 1 }), call({ b: 2 }), call({ c: 3 })];
    const limited = limit({ calls }, 3);
    expect(limited.calls).toEqual([
      { name: "t", kind: "function", input: { a: 1 } },
      { name: "t", kind: "function", input: undefined, inputText: '{"b":' },
    ]);
    expect(limited).toMatchObject({ length: 12, stop: { reason: "max_tokens" } });
    expect(limit({ calls: calls.slice(0, 1) }, 2)).toMatchObject({ stop: { reason: "tool_use" }, length: 7 });
    expect(limit({ pieces: ["abcdefgh"], calls }, 1).calls).toEqual([]);
  });

  it("do not cut within a surrogate pair", () => {
    expect(limit({ pieces: ["abc😀"] }, 1)).toMatchObject({ pieces: ["abc"], length: 3 });
    expect(limit({ pieces: ["ab😀x"] }, 1)).toMatchObject({ pieces: ["ab😀"], length: 4 });
    expect(limit({ thinking: "abc😀" }, 1).thinking).toBe("abc");
    // The characters beside the range of high surrogates.
    expect(limit({ pieces: ["abc\ud7ffx"] }, 1).pieces).toEqual(["abc\ud7ff"]);
    expect(limit({ pieces: ["abc\ud800x"] }, 1).pieces).toEqual(["abc"]);
    expect(limit({ pieces: ["abc\udbffx"] }, 1).pieces).toEqual(["abc"]);
    expect(limit({ pieces: ["abc\udc00x"] }, 1).pieces).toEqual(["abc\udc00"]);
  });

  it("end the text at the first stop sequence, which may span pieces", () => {
    const limited = limit({ pieces: ["one E", "ND two", " STOP"] }, undefined, ["STOP", "END", ""]);
    expect(limited.pieces.join("")).toBe("one ");
    expect(limited.stop).toEqual({ reason: "stop_sequence", sequence: "END" });
    expect(limited.length).toBe(4);
    expect(limit({ pieces: ["abc"] }, undefined, ["x", ""])).toMatchObject({
      pieces: ["abc"],
      stop: { reason: "end_turn" },
    });
    expect(limit({ pieces: ["abc"] }, undefined, ["abc", "ab"])).toMatchObject({
      pieces: [],
      stop: { reason: "stop_sequence", sequence: "abc" },
    });
  });

  it("name the output limit before a directive, and a directive before a stop sequence", () => {
    const pieces = ["abcdefgh"];
    expect(limit({ pieces, stop: "refusal" }, 1, ["f"]).stop).toEqual({ reason: "max_tokens" });
    expect(limit({ pieces, stop: "refusal" }, 9, ["c"]).stop).toEqual({ reason: "refusal" });
    expect(limit({ pieces, calls: [call({})] }, 9, ["c"]).stop).toEqual({
      reason: "stop_sequence",
      sequence: "c",
    });
  });
});

describe("the arguments of a call as text", () => {
  it.each([
    [call({ a: 1 }), '{"a":1}'],
    [call({ a: 1 }, "as written"), "as written"],
    [call(undefined), "{}"],
    [call(undefined, ""), ""],
  ])("%j are %j", (one, text) => {
    expect(inputTextOf(one)).toBe(text);
  });
});
