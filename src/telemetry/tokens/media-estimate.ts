import type { MediaSource } from "../../contract/index.ts";
import { readImageSize } from "./image-size.ts";
import { estimateText } from "./text-estimate.ts";

/**
 * OpenAI's rule for images, because the engines without a token counter imitate OpenAI. An image has 85 tokens. In high detail
 * it has 170 more per tile of 512 pixels, after it is scaled into a square of 2,048 pixels and then to 768 pixels on its
 * shorter side.
 */
const PER_IMAGE = 85;
const PER_TILE = 170;
const TILE = 512;
const LONGER_SIDE = 2048;
const SHORTER_SIDE = 768;
/** A square image has four tiles. */
const UNKNOWN_TILES = 4;
/** Anthropic documents 1,500 to 3,000 tokens per page of a PDF. */
const PER_PAGE = 2250;
/** Google documents 32 tokens per second of audio, and 263 more per second of video. */
const PER_SECOND = { audio: 32, video: 295 };
/** Audio at 128 kbit/s, video at 2 Mbit/s. */
const BYTES_PER_SECOND = { audio: 16_000, video: 250_000 };
const UNKNOWN_SECONDS = 60;

/** Estimates the tokens of an image, document, audio or video. Without its data, it counts as a square image, a page or a minute. */
export function estimateMedia(
  kind: "image" | "document" | "audio" | "video",
  source: MediaSource,
  detail?: string,
): number {
  if (source.kind === "text") return estimateText(source.text);
  const data = source.kind === "base64" ? source.data : undefined;
  if (kind === "image") return detail === "low" ? PER_IMAGE : estimateImage(data);
  if (kind === "document") return data === undefined ? PER_PAGE : estimateDocument(data, source.mediaType);
  const seconds = data === undefined ? UNKNOWN_SECONDS : (data.length * 0.75) / BYTES_PER_SECOND[kind];
  return Math.max(1, seconds) * PER_SECOND[kind];
}

function estimateImage(data: string | undefined): number {
  const size = data === undefined ? undefined : readImageSize(data);
  if (size === undefined) return PER_IMAGE + PER_TILE * UNKNOWN_TILES;
  const longer = Math.max(size.width, size.height);
  const shorter = Math.min(size.width, size.height);
  const scale = Math.min(1, LONGER_SIDE / longer, SHORTER_SIDE / shorter);
  const tiles = Math.ceil((longer * scale) / TILE) * Math.ceil((shorter * scale) / TILE);
  return PER_IMAGE + PER_TILE * tiles;
}

function estimateDocument(data: string, mediaType: string | undefined): number {
  const bytes = Buffer.from(data, "base64");
  if (mediaType?.startsWith("text/") || mediaType === "application/json")
    return estimateText(bytes.toString("utf8"));
  // A PDF with compressed objects shows no page objects and counts as one page.
  const pages = bytes.toString("latin1").match(/\/Type\s?\/Page(?![A-Za-z])/g)?.length ?? 1;
  return pages * PER_PAGE;
}
