import type { Block } from "../../../contract/index.ts";
import type { Writing } from "../../codec/request-codec.ts";
import { fileNameFor } from "../../file-name.ts";
import type { Members } from "../../members/members.ts";
import { put } from "../../members/members.ts";
import { hasOwnMembers, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isSpelled } from "../../members/spelling.ts";
import { documentText, isTextDocument } from "../../rendering/document-text.ts";
import type { ChatProfile } from "../profile.ts";
import { audioFormats } from "../wire.ts";
import { hasCacheControl, putCacheControl } from "./cache-control.ts";
import { urlOfSource } from "./data-url.ts";
import { PART, thinkingPart } from "./thinking.ts";

/** Writes one block as a part of a content list; undefined if it is no part or has no place. */
export function writePart(block: Block, profile: ChatProfile, writing: Writing): Members | undefined {
  const part = writeKnown(block, profile, writing);
  if (part === undefined || block.type === "opaque") return part;
  if (hasCacheControl(block, profile)) putCacheControl(part, block, profile);
  else putBreakpoint(part, block, profile, writing);
  return restoreOwn(part, ownMembers(block, profile.id));
}

function writeKnown(block: Block, profile: ChatProfile, writing: Writing): Members | undefined {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "refusal":
      return profile.features.refusal.is === "native"
        ? { type: "refusal", refusal: block.text }
        : { type: "text", text: block.text };
    case "thinking":
      return isSpelled(block, profile.id, PART) ? thinkingPart(block.text) : undefined;
    case "image": {
      const url = urlOfSource(block.source);
      if (url === undefined) return undefined;
      if (isSpelled(block, profile.id, "url_text")) return { type: "image_url", image_url: url };
      const image: Members = { url };
      put(image, "detail", block.detail);
      return { type: "image_url", image_url: image };
    }
    case "video": {
      const url = profile.features.video.is === "native" ? urlOfSource(block.source) : undefined;
      return url === undefined ? undefined : { type: "video_url", video_url: { url } };
    }
    case "audio":
      return writeAudio(block, profile, writing);
    case "document":
      return writeDocument(block, profile, writing);
    case "opaque":
      return block.dialect === profile.id ? (block.value as Members) : undefined;
    default:
      return undefined;
  }
}

function writeAudio(
  block: Extract<Block, { type: "audio" }>,
  profile: ChatProfile,
  writing: Writing,
): Members | undefined {
  if (block.source.kind !== "base64" || profile.features["audio.base64"].is === "none") return undefined;
  const { mediaType, data } = block.source;
  const format = audioFormats[mediaType] ?? mediaType.replace(/^audio\//, "");
  if (audioFormats[mediaType] === undefined && !hasOwnMembers(block, profile.id)) {
    writing.note({
      node: block,
      at: "",
      disposition: "mapped",
      reason: `the format is given as ${format}; the published formats are wav and mp3`,
      feature: "audio.base64",
    });
  }
  return { type: "input_audio", input_audio: { data, format } };
}

function writeDocument(
  block: Extract<Block, { type: "document" }>,
  profile: ChatProfile,
  writing: Writing,
): Members | undefined {
  const { source, title } = block;
  if (isTextDocument(block)) return { type: "text", text: documentText(block) };
  if (profile.features["document.base64"].is === "none") return undefined;
  const file: Members = {};
  if (source.kind === "base64") {
    file["file_data"] = urlOfSource(source);
    if (title !== undefined) file["filename"] = title;
    else if (!isSpelled(block, profile.id, "unnamed")) {
      const name = fileNameFor(source.mediaType);
      file["filename"] = name;
      const reason = `the API wants a name with the data of a file; ${name} is used`;
      writing.note({ node: block, at: "", disposition: "mapped", reason, feature: "document.base64" });
    }
  } else if (source.kind === "file") {
    file["file_id"] = source.id;
    put(file, "filename", title);
  } else return undefined;
  return { type: "file", file };
}

function putBreakpoint(part: Members, block: Block, profile: ChatProfile, writing: Writing): void {
  if (block.cache === undefined || profile.features["cache.hint"].is === "none") return;
  const { ttl } = block.cache;
  const known = ttl !== undefined && profile.cacheLifetimes.includes(ttl);
  if (ttl !== undefined && !known) {
    writing.note({
      node: block,
      at: "",
      disposition: "disclosed",
      reason: `the lifetime ${ttl} is not one of ${profile.cacheLifetimes.join(", ")}; the breakpoint has none`,
      feature: "cache.hint",
    });
  }
  const more = Object.keys(block.cache).filter((name) => name !== "ttl" && name !== "mode");
  if (more.length > 0) {
    writing.note({
      node: block,
      at: "",
      disposition: "disclosed",
      reason: `a breakpoint has no ${more.join(", ")}`,
      feature: "cache.hint",
    });
  }
  part["prompt_cache_breakpoint"] = known ? { mode: "explicit", ttl } : { mode: "explicit" };
}
