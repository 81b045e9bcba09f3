import type { ModelRule } from "../rule.ts";
import { lacking } from "./lacking.ts";
import { mapMedia } from "./media-blocks.ts";

// Long enough to recognise an address, short enough for a message.
const SHOWN_LENGTH = 80;

/** Keeps media by URL to the addresses that the target reads. */
export const mediaAddress: ModelRule = {
  id: "media.address",
  title:
    "Media at an address that the target does not read is refused in the question, and named in the history.",
  feature: "image.url",
  remedies: ["drop", "refuse"],
  apply(conversation, { media }, note) {
    const accepted = media?.urls;
    if (accepted === undefined) return conversation;
    return mapMedia(conversation, (block, place) => {
      if (block.source.kind !== "url" || accepted.test(block.source.url)) return block;
      const { url } = block.source;
      const shown = url.length > SHOWN_LENGTH ? `${url.slice(0, SHOWN_LENGTH)}…` : url;
      return lacking(
        block,
        place,
        `the target does not read the address ${shown}; send the bytes instead`,
        note,
      );
    });
  },
};
