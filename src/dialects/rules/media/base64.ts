import { encodeBase64 } from "../../../lib/index.ts";
import type { ModelRule } from "../rule.ts";
import { featureOf } from "./lacking.ts";
import { mapMedia, mediaTypes } from "./media-blocks.ts";

/** Writes inline data in the standard alphabet, with padding and without line breaks. */
export const standardBase64: ModelRule = {
  id: "media.base64",
  title:
    "Inline data in the URL alphabet, without padding or with line breaks is written in standard base64.",
  feature: "image.base64",
  remedies: ["normalise"],
  limit: "media",
  about: mediaTypes,
  apply(conversation, { media }, note) {
    if (media?.base64 !== "standard") return conversation;
    return mapMedia(conversation, (block) => {
      if (block.source.kind !== "base64" || isStandard(block.source.data)) return block;
      const data = normalise(block.source.data);
      if (data === undefined) return block;
      const reason = "the data is written in the standard alphabet of base64, with padding";
      note({ node: block, at: "", disposition: "mapped", reason, feature: featureOf(block) });
      return { ...block, source: { ...block.source, data } };
    });
  },
};

// Data can have megabytes: each of these searches is one pass over it, without a copy.
function isStandard(data: string): boolean {
  return (
    data.length % 4 === 0 &&
    !data.includes("-") &&
    !data.includes("_") &&
    !data.includes("\n") &&
    !data.includes("\r")
  );
}

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

// Undefined for what is no base64: it stays as it is, because a decoder would drop parts of it in silence.
function normalise(data: string): string | undefined {
  const bare = data.replace(/[\r\n]+/g, "");
  if (!BASE64.test(bare) || bare.replace(/=+$/, "").length % 4 === 1) return undefined;
  return encodeBase64(Buffer.from(bare, "base64"));
}
