import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDirectives, splitText } from "./directive.ts";

describe("directives", () => {
  it("are none in a text without any, and none where a line is no directive", () => {
    expect(readDirectives("hello")).toBeUndefined();
    expect(readDirectives("the sim: say hello")).toBeUndefined();
    expect(readDirectives("sim: dance\nsim: delay soon\nsim: stop whenever\nsim: error 200")).toBeUndefined();
  });

  it("make a step of each line with a call", () => {
    const text = 'sim: call read {"path":"a"}\nplease\nsim: call write some text here  \nsim: call list';
    expect(readDirectives(text)?.steps).toEqual([
      [{ tool: "read", input: '{"path":"a"}' }],
      [{ tool: "write", input: "some text here" }],
      [{ tool: "list", input: "" }],
    ]);
  });

  it("make calls of one line one step", () => {
    const parallel = [
      { tool: "a", input: '{"x":1}' },
      { tool: "b", input: "two words" },
      { tool: "c", input: "" },
    ];
    expect(readDirectives('sim: call a {"x":1} && call b two words && sim: call c')?.steps).toEqual([
      parallel,
    ]);
    expect(readDirectives("sim: call a && call b")?.steps).toEqual([
      [
        { tool: "a", input: "" },
        { tool: "b", input: "" },
      ],
    ]);
  });

  it("leave an && within arguments alone", () => {
    const json = '{"command":"cd x && call b && echo \\"}\\""}';
    expect(readDirectives(`sim: call sh ${json} && call b`)?.steps).toEqual([
      [
        { tool: "sh", input: json },
        { tool: "b", input: "" },
      ],
    ]);
    expect(readDirectives("sim: call sh cd x && ls")?.steps).toEqual([[{ tool: "sh", input: "cd x && ls" }]]);
  });

  it("are found within the tags that agents put around a prompt", () => {
    const wrapped = "<user_query>sim: say hi <b>there</b></user_query>";
    expect(readDirectives(wrapped)?.pieces?.join("")).toBe("hi <b>there");
    expect(readDirectives("<q>\n  sim: say a </b>\n</q>")?.pieces?.join("")).toBe("a </b>");
  });

  it("set texts, thinking, delay, error, faults and the stop reason", () => {
    const text = [
      "sim: say one",
      "sim: say two",
      "sim: think hard",
      "sim: delay 15",
      "sim: error 429 slow down",
      "sim: fail-after 3",
      "sim: cut-after 0",
      "sim: stop refusal",
    ].join("\r\n");
    expect(readDirectives(text)).toEqual({
      steps: [],
      pieces: ["one", "\n", "two"],
      thinking: "hard",
      delayMs: 15,
      error: { status: 429, message: "slow down" },
      faults: [
        { kind: "fail", after: 3 },
        { kind: "cut", after: 0 },
      ],
      stop: "refusal",
    });
  });

  it("repeat a text in as many pieces", () => {
    expect(readDirectives("sim: repeat 3 la la")?.pieces).toEqual(["la la ", "la la ", "la la"]);
    expect(readDirectives("sim: repeat 999999999 x")?.pieces).toHaveLength(100_000);
  });

  it("split a text into pieces that lose nothing and cut no character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const pieces = splitText(text);
        expect(pieces.join("")).toBe(text);
        for (const piece of pieces) expect(piece.isWellFormed()).toBe(true);
      }),
    );
  });

  it("never throw, whatever the text", () => {
    const line = fc
      .tuple(fc.constantFrom("call", "say", "repeat", "error", "delay", "stop", "eof-after", ""), fc.string())
      .map(([verb, rest]) => `sim: ${verb} ${rest}`);
    fc.assert(fc.property(fc.array(line), (lines) => void readDirectives(lines.join("\n"))));
  });
});
