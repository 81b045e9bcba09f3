import { describe, expect, it } from "vitest";
import type { Block } from "../../../contract/index.ts";
import type { WriterNote } from "../../codec/writer-note.ts";
import { startsItem, writePart } from "./block-writer.ts";

function write(block: Block, place: "input" | "history" | "reply") {
  const notes: WriterNote[] = [];
  return { part: writePart(block, place, (note) => notes.push(note)), notes };
}

const text = { type: "text", text: "x" } as const;
const input = { type: "input_text", text: "x" };
const output = { type: "output_text", text: "x" };
const explicit = (more: object = {}) => ({ prompt_cache_breakpoint: { mode: "explicit", ...more } });

describe("a part of a message", () => {
  it.each<[Block, "input" | "history" | "reply", object | undefined]>([
    [text, "input", input],
    [text, "history", output],
    [text, "reply", { ...output, annotations: [], logprobs: [] }],
    [{ ...text, vendor: { "codex:annotations": {} } }, "history", { ...output, annotations: [] }],
    [{ ...text, vendor: { "codex:logprobs": {} } }, "history", { ...output, logprobs: [] }],
    [
      { ...text, citations: [{ kind: "file_path" }] },
      "history",
      { ...output, annotations: [{ type: "file_path" }] },
    ],
    [{ ...text, citations: [{ kind: "file_path" }] }, "input", input],
    [{ ...text, vendor: { "codex:part=text": {} } }, "reply", { ...input, type: "text" }],
    [{ ...text, cache: {} }, "input", { ...input, ...explicit() }],
    [{ ...text, cache: { ttl: "30m" } }, "history", { ...output, ...explicit({ ttl: "30m" }) }],
    [{ ...text, cache: { ttl: "12h" } }, "input", { ...input, ...explicit({ ttl: "12h" }) }],
    [{ ...text, cache: { mode: "explicit", ttl: "1h" } }, "input", { ...input, ...explicit({ ttl: "1h" }) }],
    [{ ...text, vendor: { codex: { odd: 1 } } }, "input", { ...input, odd: 1 }],
    [{ ...text, vendor: { codex: { id: "m", content: { odd: 1 } } } }, "history", { ...output, odd: 1 }],
    [{ ...text, vendor: { codex: { id: "m" } } }, "history", output],
    [{ type: "refusal", text: "no" }, "input", { type: "input_text", text: "no" }],
    [{ type: "refusal", text: "no" }, "reply", { type: "refusal", refusal: "no" }],
    [{ type: "opaque", dialect: "codex", kind: "x", value: { type: "x" } }, "reply", { type: "x" }],
    [{ type: "opaque", dialect: "claude", kind: "x", value: { type: "x" } }, "reply", undefined],
    [{ type: "opaque", dialect: "codex", kind: "x", value: "x" }, "reply", undefined],
    [{ type: "thinking", text: "hm" }, "reply", undefined],
  ])("%j in the %s is written", (block, place, part) => {
    expect(write(block, place)).toStrictEqual({ part, notes: [] });
  });

  it.each([
    ["image", "images"],
    ["document", "documents"],
    ["audio", "audio"],
  ])("of an assistant is no %s", (type, named) => {
    const block = { type, source: { kind: "url", url: "u" } } as Block;
    const reason = `an assistant message holds no ${named}`;
    const note = { node: block, at: "", disposition: "refused", reason, feature: `${type}.url` };
    for (const place of ["history", "reply"] as const)
      expect(write(block, place)).toStrictEqual({ part: undefined, notes: [note] });
  });

  it("has a breakpoint without what the API does not know", () => {
    const block = { ...text, cache: { ttl: "1h", scope: "s" } } as Block;
    const note = (reason: string) => ({
      node: block,
      at: "",
      disposition: "disclosed",
      reason,
      feature: "cache.hint",
    });
    expect(write(block, "input")).toStrictEqual({
      part: { ...input, ...explicit() },
      notes: [
        note("a breakpoint lives for 30m or 12h, not for 1h; the API's default is used"),
        note("a breakpoint has no scope"),
      ],
    });
  });

  it.each<[Block, boolean]>([
    [text, false],
    [{ ...text, vendor: { codex: { id: 1 } } }, false],
    [{ ...text, vendor: { codex: { id: "m" } } }, true],
    [{ ...text, vendor: { "codex:item": {} } }, true],
  ])("%j begins a message: %j", (block, is) => expect(startsItem(block)).toBe(is));
});
