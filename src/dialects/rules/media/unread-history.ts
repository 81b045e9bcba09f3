import type { ModelRule } from "../rule.ts";
import { mapMedia, mediaTypes } from "./media-blocks.ts";

/**
 * Lets a conversation go on if an earlier turn or the result of a tool holds an image that the model cannot read. An image
 * in the newest turn of the user is part of the question: it stays, and the check of the model refuses it.
 */
export const unreadHistory: ModelRule = {
  id: "media.history",
  title: "An image in the history of a model that reads no images becomes a text that says so.",
  feature: "image.base64",
  remedies: ["drop"],
  limit: "media",
  about: mediaTypes,
  apply(conversation, { media }, note) {
    const kinds = media?.kinds;
    if (kinds === undefined || kinds.includes("image")) return conversation;
    return mapMedia(conversation, (block, place) => {
      if (block.type !== "image" || place === "question") return block;
      note({
        node: block,
        at: "",
        disposition: "disclosed",
        reason: "the model reads no images, so a text stands in its place",
        feature: block.source.kind === "text" ? "image.base64" : `image.${block.source.kind}`,
      });
      return { type: "text", text: "[An image was here. This model cannot read images.]" };
    });
  },
};
