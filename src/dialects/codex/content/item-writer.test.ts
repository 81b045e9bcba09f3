import { describe, expect, it } from "vitest";
import type { Block } from "../../../contract/index.ts";
import { type ItemWriting, writeModelItems } from "./item-writer.ts";

function write(block: Block, place: ItemWriting["place"] = "reply") {
  const notes: unknown[] = [];
  const writing: ItemWriting = {
    place,
    callId: (id) => id,
    mint: (item) => `made_${item}`,
    note: (entry) => void notes.push(entry),
  };
  return { items: writeModelItems([block], writing), notes };
}

describe("a turn of the model", () => {
  const image = (source: object) => ({ type: "image", source }) as Block;

  it("has an inline image as the result of an image generation", () => {
    expect(write(image({ kind: "base64", mediaType: "image/png", data: "AAAA" }))).toEqual({
      items: [
        {
          type: "image_generation_call",
          id: "made_image_generation_call",
          status: "completed",
          result: "AAAA",
        },
      ],
      notes: [],
    });
  });

  it("has no item for an image at a URL", () => {
    expect(write(image({ kind: "url", url: "https://a.test/a.png" })).items).toEqual([]);
  });

  it("refuses an image in the history", () => {
    const { items, notes } = write(
      image({ kind: "base64", mediaType: "image/png", data: "AAAA" }),
      "history",
    );
    expect(items).toEqual([]);
    expect(notes).toMatchObject([{ disposition: "refused", reason: "the model's turn holds no image here" }]);
  });

  it.each([
    { type: "thinking", text: "hm" },
    { type: "thinking", text: "", signature: "s" },
    { type: "thinking", text: "", sealed: "s" },
  ] as const)("leaves reasoning that the API did not issue out of the history, and says so: %j", (block) => {
    expect(write(block, "history")).toEqual({
      items: [],
      notes: [
        {
          node: block,
          at: "",
          disposition: "disclosed",
          reason: "only reasoning that this API issued can be sent back to it",
          feature: "thinking.text",
        },
      ],
    });
  });

  it("leaves reasoning without anything out of the history and of a reply, and says nothing", () => {
    for (const place of ["history", "reply"] as const)
      expect(write({ type: "thinking", text: "" }, place)).toEqual({ items: [], notes: [] });
  });

  it("has reasoning of another vendor as content, and as a summary if it is one", () => {
    const id = "made_reasoning";
    expect(write({ type: "thinking", text: "hm" })).toEqual({
      items: [{ type: "reasoning", id, summary: [], content: [{ type: "reasoning_text", text: "hm" }] }],
      notes: [],
    });
    expect(write({ type: "thinking", text: "hm", summary: true })).toEqual({
      items: [{ type: "reasoning", id, summary: [{ type: "summary_text", text: "hm" }] }],
      notes: [],
    });
  });

  it("has a unit of this dialect as it stands, and none of another", () => {
    const unit = { type: "opaque", dialect: "codex", kind: "x", value: { type: "x" } } as const;
    expect(write(unit)).toStrictEqual({ items: [{ type: "x" }], notes: [] });
    expect(write({ ...unit, dialect: "claude" })).toStrictEqual({ items: [], notes: [] });
    expect(write({ ...unit, value: "x" })).toStrictEqual({ items: [], notes: [] });
  });

  it("leaves redacted thinking out without a refusal", () => {
    expect(write({ type: "redacted_thinking", data: "x" } as unknown as Block)).toEqual({
      items: [],
      notes: [],
    });
  });
});
