import type { ModelRule } from "../rule.ts";
import { lacking } from "./lacking.ts";
import { mapMedia, mediaTypes } from "./media-blocks.ts";

// Spellings of one type that clients use.
const ALIASES: Readonly<Record<string, string>> = { "image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg" };

/** Keeps inline images to the types that the target takes. */
export const imageType: ModelRule = {
  id: "media.image_type",
  title:
    "An image of a type that the target does not take is refused in the question, and named in the history.",
  feature: "image.base64",
  remedies: ["normalise", "drop", "refuse"],
  limit: "media",
  about: mediaTypes,
  apply(conversation, { media }, note) {
    const accepted = media?.imageTypes;
    if (accepted === undefined) return conversation;
    return mapMedia(conversation, (block, place) => {
      if (block.type !== "image" || block.source.kind !== "base64") return block;
      const { mediaType } = block.source;
      // A data URL may name no type; the API looks at the bytes then.
      if (mediaType === "" || accepted.includes(mediaType)) return block;
      const written = mediaType.split(";", 1)[0]!.trim().toLowerCase();
      const type = ALIASES[written] ?? written;
      if (!accepted.includes(type))
        return lacking(block, place, `images of type ${mediaType} are not accepted`, note);
      const reason = `the type ${mediaType} is written as ${type}`;
      note({ node: block, at: "", disposition: "mapped", reason, feature: "image.base64" });
      return { ...block, source: { ...block.source, mediaType: type } };
    });
  },
};
