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

  it("leaves redacted thinking out without a refusal", () => {
    expect(write({ type: "redacted_thinking", data: "x" } as unknown as Block)).toEqual({
      items: [],
      notes: [],
    });
  });
});
