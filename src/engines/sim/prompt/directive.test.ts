import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDirectives, splitText } from "./directive.ts";

describe("directives", () => {
  it("are none in a text without any, and none if a line is no directive", () => {
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
      searches: [],
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

describe("each directive", () => {
  const read = (text: string) => readDirectives(text);

  it.each([
    ["say", "sim: say hello", { pieces: ["hello"] }],
    ["an empty say", "sim: say", { pieces: [] }],
    ["say without a space", "  sim:say x", { pieces: ["x"] }],
    ["say after a tab", "sim: say\tx  ", { pieces: ["x"] }],
    ["search", "sim: search a b\nsim: search c", { searches: ["a b", "c"] }],
    ["think", "sim: think a\nsim: think b", { thinking: "a\nb" }],
    ["delay", "sim: delay 5\nsim: delay 7", { delayMs: 7 }],
    ["a long delay", "sim: delay 999999999", { delayMs: 600_000 }],
    ["error", "sim: error 500", { error: { status: 500, message: undefined } }],
    ["error with a text", "sim: error 400  no  luck", { error: { status: 400, message: "no  luck" } }],
    ["fail-after", "sim: fail-after 1", { faults: [{ kind: "fail", after: 1 }] }],
    ["cut-after", "sim: cut-after 2", { faults: [{ kind: "cut", after: 2 }] }],
    ["eof-after", "sim: eof-after 3", { faults: [{ kind: "eof", after: 3 }] }],
    ["stall-after", "sim: stall-after 4", { faults: [{ kind: "stall", after: 4 }] }],
    ["garbage-after", "sim: garbage-after 12", { faults: [{ kind: "garbage", after: 12 }] }],
    ["repeat", "sim: repeat 2 a b", { pieces: ["a b ", "a b"] }],
    ["repeat once", "sim: repeat 1 a", { pieces: ["a"] }],
    ["repeat never", "sim: repeat 0 a", { pieces: [] }],
    ["repeat after say", "sim: say a\nsim: repeat 2 b", { pieces: ["a", "\n", "b ", "b"] }],
  ])("%s is read", (_, text, expected) => {
    expect(read(text)).toEqual({
      steps: [],
      searches: [],
      pieces: undefined,
      thinking: undefined,
      delayMs: 0,
      error: undefined,
      faults: [],
      stop: undefined,
      ...expected,
    });
  });

  it.each([
    "end_turn",
    "stop_sequence",
    "max_tokens",
    "context_window",
    "pause_turn",
    "refusal",
    "content_filter",
    "malformed",
    "other",
  ])("stop %s is read", (reason) => {
    expect(read(`sim: stop ${reason}`)?.stop).toBe(reason);
  });

  it.each([
    "sim: call",
    "sim: delay",
    "sim: delay 5s",
    "sim: delay x5",
    "sim: error",
    "sim: error 399",
    "sim: error 600",
    "sim: error 4000",
    "sim: error x400",
    "sim: repeat",
    "sim: repeat x y",
    "sim: repeat 3",
    "sim: stop",
    "sim: stop tool_use",
    "sim: fail-after",
    "sim: fail-after x",
    "sim: fail-after 1x",
    "sim: fail-after x1",
    "sim: after 1",
    "SIM: say x",
    "sim: Say x",
    "x sim: say x",
    "sim say x",
  ])("%j is none", (text) => {
    expect(read(text)).toBeUndefined();
  });

  it("bounds the size of a repeated text", () => {
    const unit = "x".repeat(1023);
    expect(read(`sim: repeat 99999 ${unit}`)?.pieces).toHaveLength(16 * 1024);
    expect(read("sim: repeat 100001 x")?.pieces).toHaveLength(100_000);
    expect(read("sim: repeat 99999 x")?.pieces).toHaveLength(99_999);
  });

  it("removes closing tags only from a line that begins with an opening one", () => {
    const said = (text: string) => read(text)?.pieces?.join("");
    expect(said("<a><b x='1'> sim: say hi</b> </a>")).toBe("hi");
    expect(said("<a>sim: say hi <br></a>")).toBe("hi <br>");
    expect(said("<a>sim: say 1 > 0</a>")).toBe("1 > 0");
    expect(said("<a>sim: say hi></a>")).toBe("hi>");
    expect(said("sim: say hi</a>")).toBe("hi</a>");
    expect(said("<a>sim: say </a>")).toBe("");
  });

  it("reads the calls of a step one after the other", () => {
    const steps = (text: string) => read(text)?.steps;
    expect(steps('sim: call a [1, 2] && call b {"x": "&& call c"} && call d')).toEqual([
      [
        { tool: "a", input: "[1, 2]" },
        { tool: "b", input: '{"x": "&& call c"}' },
        { tool: "d", input: "" },
      ],
    ]);
    expect(steps("sim: call a x&& call b")).toEqual([[{ tool: "a", input: "x&& call b" }]]);
    expect(steps("sim: call a   spaced   text  ")).toEqual([[{ tool: "a", input: "spaced   text" }]]);
    expect(steps('sim: call a {"x":1} tail && call b')).toEqual([
      [
        { tool: "a", input: '{"x":1} tail' },
        { tool: "b", input: "" },
      ],
    ]);
  });
});

describe("splitting a text", () => {
  it.each<[string, number | undefined, string[]]>([
    ["", undefined, []],
    ["a".repeat(24), undefined, ["a".repeat(24)]],
    ["a".repeat(25), undefined, ["a".repeat(24), "a"]],
    ["abcdef", 2, ["ab", "cd", "ef"]],
    ["abcde", 2, ["ab", "cd", "e"]],
    ["a😀b", 2, ["a😀", "b"]],
    ["😀😀", 2, ["😀", "😀"]],
    ["a\ud7ffb", 2, ["a\ud7ff", "b"]],
    ["a\ud800b", 2, ["a\ud800b"]],
    ["a\udbffb", 2, ["a\udbffb"]],
    ["a\udc00b", 2, ["a\udc00", "b"]],
    ["a\ud800", 2, ["a\ud800"]],
  ])("%j into pieces of %s gives %j", (text, length, pieces) => {
    expect(length === undefined ? splitText(text) : splitText(text, length)).toEqual(pieces);
  });
});
