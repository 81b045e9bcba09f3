import { describe, expect, it } from "vitest";
import type { ThinkingBlock } from "../../../contract/index.ts";
import { profile } from "../../copilot/profile.ts";
import { Cursor } from "../../members/cursor.ts";
import { profile as openai } from "../../openai/profile.ts";
import { isPlain, putThinking, spellThinking, takeThinking, textOfThinkingPart } from "./thinking.ts";

const block = (): ThinkingBlock => ({ type: "thinking", text: "hm" });

describe("the names of thinking on the wire", () => {
  it("are not remembered if they are the usual ones, or absent", () => {
    const { text, sealed } = profile.thinking;
    expect(spellThinking(block(), profile, undefined, undefined)).toEqual(block());
    expect(spellThinking(block(), profile, text[0], sealed[0])).toEqual(block());
  });

  it("are remembered if they are others", () => {
    const spelled = spellThinking(block(), profile, undefined, "cot_id");
    expect(spelled).not.toEqual(block());
    expect(JSON.stringify(spelled)).toContain("cot_id");
  });
});

describe("thinking of a message", () => {
  it.each<[object, object | undefined, object?]>([
    [{}, undefined],
    [{ reasoning_text: 1 }, undefined, { reasoning_text: 1 }],
    [{ reasoning_text: "hm" }, { text: "hm" }],
    [{ reasoning_opaque: "zz" }, { text: "", sealed: "zz" }],
    [
      { reasoning_text: "hm", reasoning_opaque: "zz" },
      { text: "hm", sealed: "zz" },
    ],
    [
      { cot_summary: "hm", cot_id: "zz" },
      { text: "hm", sealed: "zz", vendor: { "copilot:cot_summary": {}, "copilot:cot_id": {} } },
    ],
    [{ cot_summary: "a", reasoning_text: "b" }, { text: "b" }, { cot_summary: "a" }],
  ])("%j is read", (message, thinking, left) => {
    const cursor = new Cursor(message, "$");
    expect(takeThinking(cursor, profile)).toStrictEqual(thinking && { type: "thinking", ...thinking });
    expect(cursor.unread()).toStrictEqual(left);
  });

  it.each<[Partial<ThinkingBlock>[], object]>([
    [[], {}],
    [[{ text: "a" }, { text: "b" }], { reasoning_text: "ab" }],
    [[{ text: "", sealed: "zz" }], { reasoning_opaque: "zz" }],
    [[{ text: "a", sealed: "zz" }], { reasoning_text: "a", reasoning_opaque: "zz" }],
    [[{ text: "" }], { reasoning_text: "" }],
    [[{ text: "a", vendor: { "copilot:part": {} } }, { text: "b" }], { reasoning_text: "b" }],
    [
      [{ text: "a", sealed: "zz", vendor: { "copilot:cot_summary": {}, "copilot:cot_id": {} } }],
      { cot_summary: "a", cot_id: "zz" },
    ],
  ])("%j is written", (blocks, message) => {
    const target = {};
    putThinking(
      target,
      blocks.map((one) => ({ ...block(), ...one })),
      profile,
    );
    expect(target).toStrictEqual(message);
  });

  it("without a text is written if the API has no place for its sealed part", () => {
    const target = {};
    putThinking(target, [{ type: "thinking", text: "", sealed: "zz" }], {
      ...openai,
      thinking: { ...openai.thinking, sealed: [] },
    });
    expect(target).toStrictEqual({ [openai.thinking.text[0]!]: "" });
  });

  it.each<[Partial<ThinkingBlock>, boolean]>([
    [{}, true],
    [{ signature: "", sealed: "", summary: false }, true],
    [{ signature: "s" }, false],
    [{ sealed: "s" }, false],
    [{ summary: true }, false],
  ])("with %j is nothing but text: %j", (more, is) => expect(isPlain({ ...block(), ...more })).toBe(is));

  it.each([
    [[], ""],
    [
      [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
      "ab",
    ],
    [[{ type: "reference", text: "a" }], undefined],
    [[{ type: "text", text: 1 }], undefined],
    [[null], undefined],
    [["a"], undefined],
    ["a", undefined],
  ])("in the part %j has the text %j", (part, text) => expect(textOfThinkingPart(part)).toBe(text));
});
