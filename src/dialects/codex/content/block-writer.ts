import type { Block, MediaSource } from "../../../contract/index.ts";
import type { Writing } from "../../codec/request-codec.ts";
import { fileNameFor } from "../../file-name.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isSpelled, spellingValue } from "../../members/spelling.ts";
import { documentText, isTextDocument } from "../../rendering/document-text.ts";
import { CACHE_TTLS, ID } from "../wire.ts";
import { type Place, textType } from "./block-reader.ts";
import { writeCitations } from "./citations.ts";

/** Reports a value that could not be written unchanged. */
export type Note = Writing["note"];

/** Writes one part of a message or of a tool's output; undefined if it has no place, which is noted. */
export function writePart(block: Block, place: Place, note: Note): Members | undefined {
  const part = writeKnownPart(block, place, note);
  if (part === undefined) return undefined;
  if (block.type !== "opaque") restoreOwn(part, partMembers(block, place));
  return part;
}

// The first block of a message item also carries the item's own members; those of the part stand apart there.
function partMembers(block: Block, place: Place): Members {
  const own = ownMembers(block, ID);
  if (place === "input" || !startsItem(block)) return own;
  const inner = own["content"];
  return isMembers(inner) ? inner : {};
}

/** Whether a block begins a message item of its own. */
export function startsItem(block: Block): boolean {
  return typeof ownMembers(block, ID)["id"] === "string" || isSpelled(block, ID, "item");
}

function writeKnownPart(block: Block, place: Place, note: Note): Members | undefined {
  switch (block.type) {
    case "text":
      return writeText(block, place, note);
    case "refusal":
      if (place === "input") return { type: "input_text", text: block.text };
      return { type: "refusal", refusal: block.text };
    case "image":
      return place === "input"
        ? writeImage(block, note)
        : refuse(block, note, `image.${block.source.kind}`, "an assistant message holds no images");
    case "document":
      return place === "input"
        ? writeFile(block, note)
        : refuse(block, note, `document.${block.source.kind}`, "an assistant message holds no documents");
    case "audio":
      return place === "input"
        ? writeAudio(block, note)
        : refuse(block, note, `audio.${block.source.kind}`, "an assistant message holds no audio");
    case "opaque":
      return block.dialect === ID && isMembers(block.value) ? { ...block.value } : undefined;
    default:
      return undefined;
  }
}

function refuse(block: Block, note: Note, feature: string, reason: string): undefined {
  note({ node: block, at: "", disposition: "refused", reason, feature });
}

function writeText(block: Extract<Block, { type: "text" }>, place: Place, note: Note): Members {
  const type = spellingValue(block, ID, "part") ?? textType(place);
  const part: Members = { type, text: block.text };
  if (type !== "output_text") return Object.assign(part, writeCache(block, note));
  const { citations } = block;
  if (place === "reply") {
    part["annotations"] = writeCitations(block.text, citations);
    part["logprobs"] = [];
    return part;
  }
  // The API requires the list in the model's own messages; a caller that left it out keeps its spelling.
  if ((citations?.length ?? 0) > 0 || isSpelled(block, ID, "annotations"))
    part["annotations"] = writeCitations(block.text, citations);
  if (isSpelled(block, ID, "logprobs")) part["logprobs"] = [];
  return Object.assign(part, writeCache(block, note));
}

function writeCache(block: Block, note: Note): Members {
  if (block.cache === undefined) return {};
  const { ttl, mode } = block.cache;
  if (mode !== undefined) return { prompt_cache_breakpoint: { ...block.cache } };
  const isKnown = ttl === undefined || CACHE_TTLS.has(ttl);
  if (!isKnown) {
    note({
      node: block,
      at: "",
      disposition: "disclosed",
      reason: `a breakpoint lives for 30m or 12h, not for ${ttl}; the API's default is used`,
      feature: "cache.hint",
    });
  }
  const more = Object.keys(block.cache).filter((name) => name !== "ttl");
  if (more.length > 0) {
    note({
      node: block,
      at: "",
      disposition: "disclosed",
      reason: `a breakpoint has no ${more.join(", ")}`,
      feature: "cache.hint",
    });
  }
  return {
    prompt_cache_breakpoint: { mode: "explicit", ...(isKnown && ttl !== undefined ? { ttl } : {}) },
  };
}

/** Discloses a cache hint on something that takes none. */
export function discloseCache(node: { cache?: unknown }, note: Note): void {
  if (node.cache === undefined) return;
  note({
    node,
    at: "",
    disposition: "disclosed",
    reason: "only text, images and files of the input take a cache breakpoint",
    feature: "cache.hint",
  });
}

// The API detects the media type of a file or URL by itself.
function discloseMediaType(block: Block, source: MediaSource, note: Note): void {
  if ((source.kind !== "file" && source.kind !== "url") || source.mediaType === undefined) return;
  const reason = `the media type ${source.mediaType} cannot be stated for a file that is only referenced`;
  note({ node: block, at: "", disposition: "disclosed", reason });
}

function imageSource(source: MediaSource): Members {
  switch (source.kind) {
    case "file":
      return { file_id: source.id };
    case "url":
      return { image_url: source.url };
    case "base64":
      return { image_url: dataUrl(source.mediaType, source.data) };
    case "text":
      return { image_url: dataUrl(source.mediaType ?? "image/svg+xml", encodeBase64(source.text)) };
  }
}

function writeImage(block: Extract<Block, { type: "image" }>, note: Note): Members {
  discloseMediaType(block, block.source, note);
  const part: Members = { type: "input_image", ...imageSource(block.source) };
  if (block.detail !== undefined) part["detail"] = block.detail;
  return Object.assign(part, writeCache(block, note));
}

function writeFile(block: Extract<Block, { type: "document" }>, note: Note): Members {
  if (isTextDocument(block))
    return Object.assign({ type: "input_text", text: documentText(block) }, writeCache(block, note));
  const { source, title } = block;
  discloseMediaType(block, source, note);
  const part: Members = { type: "input_file" };
  if (source.kind === "file") part["file_id"] = source.id;
  else if (source.kind === "url") part["file_url"] = source.url;
  else if (source.kind === "base64")
    part["file_data"] = isSpelled(block, ID, "bare") ? source.data : dataUrl(source.mediaType, source.data);
  if (title !== undefined) part["filename"] = title;
  else if (part["file_data"] !== undefined && !isSpelled(block, ID, "unnamed")) {
    const name = fileNameFor(source.mediaType ?? "");
    part["filename"] = name;
    const reason = `the API wants a name with the data of a file; ${name} is used`;
    note({ node: block, at: "", disposition: "mapped", reason, feature: `document.${source.kind}` });
  }
  return Object.assign(part, writeCache(block, note));
}

function writeAudio(block: Extract<Block, { type: "audio" }>, note: Note): Members | undefined {
  const { source } = block;
  if (source.kind !== "base64")
    return refuse(block, note, `audio.${source.kind}`, "audio is sent inline only");
  const subtype = source.mediaType.slice(source.mediaType.indexOf("/") + 1);
  const format = subtype === "mpeg" ? "mp3" : subtype;
  const more = ownMembers(block, ID)["input_audio"];
  return {
    type: "input_audio",
    input_audio: { data: source.data, format, ...(isMembers(more) ? more : {}) },
  };
}

function dataUrl(mediaType: string, data: string): string {
  return `data:${mediaType};base64,${data}`;
}

function encodeBase64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
