import type { ModelRule } from "../rule.ts";
import { lacking } from "./lacking.ts";
import { type MediaBlock, mapMedia, mediaTypes } from "./media-blocks.ts";

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
      if (isFetched(block, media?.publicUrls ?? [])) return block;
      // The address itself is the caller's content, which no receipt and no log holds.
      return lacking(block, place, "the target does not read this address; send the bytes instead", note);
    });
  },
};

const LOCAL = /^(?:localhost|\[.*\]|[\d.]+)$|\.(?:local|internal|localhost|lan|home|corp)$/i;

// Whether the target fetches a block from its public address by itself.
function isFetched({ type, source }: MediaBlock, kinds: readonly string[]): boolean {
  if (source.kind !== "url" || !kinds.includes(type)) return false;
  const url = URL.parse(source.url);
  if (url === null || url.protocol !== "https:" || url.port !== "") return false;
  if (!url.hostname.includes(".") || LOCAL.test(url.hostname)) return false;
  if (type !== "document") return true;
  // The Messages API names no type, because its documents by URL are PDF.
  if (source.mediaType !== undefined) return source.mediaType === "application/pdf";
  return !/\.(?!pdf$)[a-z]{2,5}$/i.test(url.pathname);
}
