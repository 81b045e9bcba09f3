import { describe, expect, it } from "vitest";
import type { Block } from "../../../contract/index.ts";
import { replyOf, text } from "../fixtures/stream.ts";
import { openPiece, splitReply, type TextPiece } from "./text-splitter.ts";

const call: TextPiece = { kind: "block", block: { type: "refusal", text: "no" } };
const t = (value: string): TextPiece => ({ kind: "text", text: value });
const k = (value: string): TextPiece => ({ kind: "thinking", text: value });

/** The blocks of a reply whose one text is split into pieces, the last of which come at its end. */
function split(pieces: readonly TextPiece[], atEnd: readonly TextPiece[] = []) {
  const source: Block = { type: "text", text: "source", vendor: {} } as Block;
  const reply = splitReply(replyOf([source]), () => ({
    openText: () => ({ push: () => pieces, end: () => atEnd }),
    settle: (stop) => stop,
  }));
  return reply.candidates[0]!.content;
}

describe("a text that is split into pieces", () => {
  it.each<[readonly TextPiece[], readonly TextPiece[], readonly object[]]>([
    [[], [], [{ type: "text", text: "", vendor: {} }]],
    [[t("a")], [t("b")], [{ type: "text", text: "ab", vendor: {} }]],
    [
      [k("a"), k("b"), t("c")],
      [],
      [
        { type: "thinking", text: "ab" },
        { type: "text", text: "c", vendor: {} },
      ],
    ],
    [
      [t("a"), call, t("b")],
      [k("c")],
      [
        { type: "text", text: "a", vendor: {} },
        { type: "refusal", text: "no" },
        { type: "text", text: "b" },
        { type: "thinking", text: "c" },
      ],
    ],
  ])("%j and %j at its end become %j", (pieces, atEnd, blocks) => {
    expect(split(pieces, atEnd)).toEqual(blocks);
  });

  it("stays as it is if nobody splits it, as other blocks do", () => {
    const content: Block[] = [text("a"), { type: "thinking", text: "b" }];
    const reply = replyOf(content);
    expect(splitReply(reply, () => ({ openText: () => undefined, settle: (stop) => stop }))).toEqual(reply);
  });

  it("has the stop reason that its splitter settles on, or none", () => {
    const settled = (reason: "tool_use" | undefined) =>
      splitReply(replyOf([]), () => ({
        openText: () => undefined,
        settle: () => (reason === undefined ? undefined : { reason }),
      })).candidates;
    expect(settled("tool_use")).toEqual([{ index: 0, content: [], stop: { reason: "tool_use" } }]);
    expect(settled(undefined)).toEqual([{ index: 0, content: [] }]);
  });

  it("gives the members of its source to its first text", () => {
    const source = { type: "text", text: "x", vendor: {} } as never;
    expect(openPiece("text", source, [{ type: "thinking", text: "" }], "a")).toEqual({
      type: "text",
      text: "a",
      vendor: {},
    });
    expect(openPiece("text", source, [text("")], "a")).toEqual({ type: "text", text: "a" });
    expect(openPiece("thinking", source, [], "a")).toEqual({ type: "thinking", text: "a" });
  });
});
