import { describe, expect, it } from "vitest";
import type { Block, StreamEvent, ToolUseBlock } from "../../../contract/index.ts";
import { openSplittingRewriter } from "./splitting-rewriter.ts";
import type { CandidateSplitter, TextPiece } from "./text-splitter.ts";

const call: ToolUseBlock = { type: "tool_use", id: "c", name: "n", kind: "function", input: { a: 1 } };
const custom: ToolUseBlock = {
  type: "tool_use",
  id: "d",
  name: "n",
  kind: "custom",
  input: "x",
  inputText: "raw",
};
const refusal: Block = { type: "refusal", text: "no" };
const t = (text: string): TextPiece => ({ kind: "text", text });
const k = (text: string): TextPiece => ({ kind: "thinking", text });
const b = (block: Exclude<Block, { type: "text" | "thinking" }>): TextPiece => ({ kind: "block", block });

/** What the splitter makes of a text; it sends any other text at the end of its block. */
const pieces: Readonly<Record<string, readonly TextPiece[]>> = {
  "": [],
  a: [t("a")],
  thought: [k("thought")],
  both: [t("b"), k("th")],
  call: [b(call)],
  custom: [b(custom)],
  refusal: [b(refusal)],
  around: [t("x"), b(call), t("y")],
};

function candidate(): CandidateSplitter {
  return {
    openText: () => {
      let held = "";
      return {
        push: (text) => {
          const found = pieces[text];
          if (found === undefined) held += text;
          return found ?? [];
        },
        end: () => (held === "" ? [] : [t(held)]),
      };
    },
    settle: (stop) => (stop?.reason === "end_turn" ? { reason: "tool_use" } : undefined),
  };
}

const at = (block: number, of = 0) => ({ candidate: of, block });
const start = (block: number, content: Block, of = 0): StreamEvent => ({
  type: "block_start",
  ...at(block, of),
  content,
});
const stop = (block: number, of = 0): StreamEvent => ({ type: "block_stop", ...at(block, of) });
const said = (block: number, text: string, of = 0): StreamEvent => ({
  type: "text_delta",
  ...at(block, of),
  text,
});
const thought = (block: number, text: string): StreamEvent => ({
  type: "thinking_delta",
  ...at(block),
  text,
});
const input = (block: number, text: string): StreamEvent => ({ type: "input_delta", ...at(block), text });
const empty = (more: object = {}): Block => ({ type: "text", text: "", ...more });
const thinking: Block = { type: "thinking", text: "" };
const { input: _, ...bare } = call;
const emptyCall = { ...bare, input: {} };

function rewritten(...events: readonly StreamEvent[]): readonly StreamEvent[] {
  const rewriter = openSplittingRewriter(candidate, []);
  return [...events.flatMap((event) => rewriter.push(event)), ...rewriter.end()];
}

describe("the text of a stream that is split", () => {
  it.each<[string, readonly StreamEvent[], readonly StreamEvent[]]>([
    [
      "text alone",
      [said(0, "a"), said(0, "a")],
      [start(0, empty({ vendor: {} })), said(0, "a"), said(0, "a"), stop(0)],
    ],
    ["no text", [], [start(0, empty({ vendor: {} })), stop(0)]],
    ["buffered text", [said(0, "held")], [start(0, empty({ vendor: {} })), said(0, "held"), stop(0)]],
    [
      "thinking",
      [said(0, "thought"), said(0, "thought")],
      [start(0, thinking), thought(0, "thought"), thought(0, "thought"), stop(0)],
    ],
    [
      "text and thinking",
      [said(0, "both"), said(0, "a")],
      [
        start(0, empty({ vendor: {} })),
        said(0, "b"),
        stop(0),
        start(1, thinking),
        thought(1, "th"),
        stop(1),
        start(2, empty()),
        said(2, "a"),
        stop(2),
      ],
    ],
    [
      "a call in its midst",
      [said(0, "around")],
      [
        start(0, empty({ vendor: {} })),
        said(0, "x"),
        stop(0),
        start(1, emptyCall),
        input(1, '{"a":1}'),
        stop(1),
        start(2, empty()),
        said(2, "y"),
        stop(2),
      ],
    ],
    ["a call alone", [said(0, "call")], [start(0, emptyCall), input(0, '{"a":1}'), stop(0)]],
    [
      "a call with a text as its input",
      [said(0, "custom")],
      [
        start(0, { type: "tool_use", id: "d", name: "n", kind: "custom", input: "" }),
        input(0, "raw"),
        stop(0),
      ],
    ],
    ["another block", [said(0, "refusal")], [start(0, refusal), stop(0)]],
  ])("is %s", (_name, deltas, expected) => {
    expect(rewritten(start(0, empty({ vendor: {} })), ...deltas, stop(0))).toEqual(expected);
  });

  it("begins with the text of the block itself, and ends with a whole block only if nothing else came", () => {
    const whole: StreamEvent = { type: "block_stop", ...at(0), content: { type: "text", text: "a" } };
    expect(rewritten(start(0, { type: "text", text: "a" }), whole)).toEqual([
      start(0, empty()),
      said(0, "a"),
      whole,
    ]);
    expect(rewritten(start(0, { type: "text", text: "thought" }), whole)).toEqual([
      start(0, thinking),
      thought(0, "thought"),
      stop(0),
    ]);
    const last = rewritten(start(0, empty()), said(0, "both"), said(0, "a"), whole).at(-1);
    expect(last).toEqual(stop(2));
  });

  it("shifts the blocks after it, and what belongs to them", () => {
    const events = rewritten(
      start(0, empty()),
      said(0, "both"),
      stop(0),
      start(1, thinking),
      thought(1, "z"),
      { type: "signature", ...at(1), signature: "s" } as StreamEvent,
      stop(1),
      start(2, call),
      input(2, "{}"),
      stop(2),
    );
    expect(events.slice(6)).toEqual([
      start(2, thinking),
      thought(2, "z"),
      { type: "signature", ...at(2), signature: "s" },
      stop(2),
      start(3, call),
      input(3, "{}"),
      stop(3),
    ]);
  });

  it("opens a text for a citation while all text is still buffered", () => {
    const citation = (block: number) =>
      ({ type: "citation", ...at(block), citation: { url: "u" } }) as unknown as StreamEvent;
    expect(rewritten(start(0, empty()), said(0, "held"), citation(0), stop(0))).toEqual([
      start(0, empty()),
      citation(0),
      said(0, "held"),
      stop(0),
    ]);
    expect(
      rewritten(start(0, empty()), said(0, "both"), said(0, "a"), citation(0), stop(0)).slice(-2),
    ).toEqual([citation(2), stop(2)]);
    expect(rewritten(start(0, thinking), citation(0))).toEqual([start(0, thinking), citation(0)]);
  });

  it("is sent before a stream ends early, each candidate on its own", () => {
    const early = [start(0, empty()), said(0, "held"), start(0, empty(), 1), said(0, "late", 1)];
    const flushed = [start(0, empty()), said(0, "held"), start(0, empty(), 1), said(0, "late", 1)];
    const error = { type: "error", error: { message: "m" } } as unknown as StreamEvent;
    expect(rewritten(...early)).toEqual(flushed);
    expect(rewritten(...early, error)).toEqual([...flushed, error]);
    expect(rewritten(...early, { type: "reply_stop" })).toEqual([...flushed, { type: "reply_stop" }]);
  });

  it("decides the reason for the stop of its candidate, if it knows better", () => {
    const end = (reason: string) =>
      ({ type: "candidate_stop", candidate: 0, stop: { reason } }) as StreamEvent;
    expect(rewritten(end("end_turn"))).toEqual([end("tool_use")]);
    expect(rewritten(end("max_tokens"))).toEqual([end("max_tokens")]);
  });

  it("leaves other events and texts that nobody splits as they are", () => {
    const unsplit = openSplittingRewriter(
      () => ({ openText: () => undefined, settle: () => undefined }),
      ["w"],
    );
    const events: StreamEvent[] = [
      { type: "reply_start" },
      start(0, empty()),
      said(0, "both"),
      stop(0),
      { type: "reply_stop" },
    ];
    expect(events.flatMap((event) => unsplit.push(event))).toEqual(events);
    expect([unsplit.end(), unsplit.warnings]).toEqual([[], ["w"]]);
    expect(rewritten(said(3, "a"))).toEqual([said(3, "a")]);
  });
});
