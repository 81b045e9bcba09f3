import type { ModelRule } from "../rule.ts";
import { lacking } from "./lacking.ts";
import { mapMedia, mediaTypes } from "./media-blocks.ts";

/** Keeps media by URL to the addresses that the target reads. */
export const mediaAddress: ModelRule = {
  id: "media.address",
  title:
    "Media at an address that the target does not read is refused in the question, and named in the history.",
  feature: "image.url",
  remedies: ["drop", "refuse"],
  limit: "media",
  about: mediaTypes,
  apply(conversation, { media }, note) {
    const accepted = media?.urls;
    if (accepted === undefined) return conversation;
    return mapMedia(conversation, (block, place) => {
      if (block.source.kind !== "url" || accepted.test(block.source.url)) return block;
      // The address itself is the caller's content, which no receipt and no log holds.
      return lacking(block, place, "the target does not read this address; send the bytes instead", note);
    });
  },
};
