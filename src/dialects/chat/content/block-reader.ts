import type { Block, CacheHint } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import { isMembers } from "../../members/members.ts";
import { keepOwn } from "../../members/own-members.ts";
import { spell } from "../../members/spelling.ts";
import type { Origins } from "../../origins.ts";
import type { ChatProfile } from "../profile.ts";
import { audioFormats } from "../wire.ts";
import { markCached } from "./cache-control.ts";
import { sourceOfUrl } from "./data-url.ts";
import { PART, textOfThinkingPart } from "./thinking.ts";

/** Reads one part of a content list; a part that this dialect does not know is kept whole. */
export function readPart(item: unknown, path: string, profile: ChatProfile, origins: Origins): Block {
  const cursor = new Cursor(item, path);
  const kind = cursor.need("type");
  const known = readKnown(kind, cursor, profile);
  if (known === undefined)
    return origins.mark<Block>({ type: "opaque", dialect: profile.id, kind, value: item }, path);
  const hint = readBreakpoint(cursor, profile);
  if (hint === undefined) markCached(known, cursor, profile, origins);
  else known.cache = hint;
  const rest = cursor.unread();
  if (rest !== undefined) keepOwn(known, profile.id, rest);
  return origins.mark(known, path);
}

type Known = Exclude<Block, { type: "opaque" }>;

function readKnown(kind: string, cursor: Cursor, profile: ChatProfile): Known | undefined {
  switch (kind) {
    case "text":
      return { type: "text", text: cursor.need("text") };
    case "image_url":
      return readImage(cursor, profile);
    case "input_audio":
      return readAudio(cursor, profile);
    case "file":
      return readFile(cursor, profile);
    case "refusal":
      return spell<Known>({ type: "refusal", text: cursor.need("refusal") }, profile.id, PART);
    case "video_url":
      return readVideo(cursor, profile);
    case "thinking": {
      const text = textOfThinkingPart(cursor.peek("thinking"));
      if (text === undefined) return undefined;
      cursor.take("thinking");
      return spell<Known>({ type: "thinking", text }, profile.id, PART);
    }
    default:
      return undefined;
  }
}

function readImage(cursor: Cursor, profile: ChatProfile): Known {
  if (typeof cursor.peek("image_url") === "string") {
    return spell<Known>(
      { type: "image", source: sourceOfUrl(cursor.need("image_url")) },
      profile.id,
      "url_text",
    );
  }
  const inner = cursor.object("image_url") ?? new Cursor(undefined, cursor.at("image_url"));
  const block: Known = { type: "image", source: sourceOfUrl(inner.need("url")) };
  const detail = inner.text("detail");
  if (detail !== undefined) block.detail = detail;
  return keepInner(block, inner, "image_url", profile);
}

function readVideo(cursor: Cursor, profile: ChatProfile): Known | undefined {
  if (profile.features.video.is !== "native" || !isMembers(cursor.peek("video_url"))) return undefined;
  const inner = cursor.object("video_url")!;
  return keepInner({ type: "video", source: sourceOfUrl(inner.need("url")) }, inner, "video_url", profile);
}

function readAudio(cursor: Cursor, profile: ChatProfile): Known | undefined {
  if (profile.features["audio.base64"].is === "none" || !isMembers(cursor.peek("input_audio")))
    return undefined;
  const inner = cursor.object("input_audio")!;
  const format = inner.need("format");
  const mediaType = Object.keys(audioFormats).find((type) => audioFormats[type] === format);
  const source = {
    kind: "base64",
    mediaType: mediaType ?? `audio/${format}`,
    data: inner.need("data"),
  } as const;
  return keepInner({ type: "audio", source }, inner, "input_audio", profile);
}

function readFile(cursor: Cursor, profile: ChatProfile): Known | undefined {
  const value = cursor.peek("file");
  if (profile.features["document.base64"].is === "none" || !isMembers(value)) return undefined;
  const data = value["file_data"];
  const source = typeof data === "string" ? sourceOfUrl(data) : undefined;
  if (source !== undefined && source.kind !== "base64") return undefined;
  if (source === undefined && typeof value["file_id"] !== "string") return undefined;
  const inner = cursor.object("file")!;
  if (source === undefined) {
    const block: Known = {
      type: "document",
      source: { kind: "file", id: inner.need("file_id"), issuer: profile.id },
    };
    return keepInner(withTitle(block, inner.text("filename")), inner, "file", profile);
  }
  inner.take("file_data");
  const title = inner.text("filename");
  const block: Known = withTitle({ type: "document", source }, title);
  return keepInner(title === undefined ? spell(block, profile.id, "unnamed") : block, inner, "file", profile);
}

function withTitle(block: Extract<Known, { type: "document" }>, title: string | undefined): Known {
  if (title !== undefined) block.title = title;
  return block;
}

function keepInner(block: Known, inner: Cursor, name: string, profile: ChatProfile): Known {
  const rest = inner.unread();
  return rest === undefined ? block : keepOwn(block, profile.id, { [name]: rest });
}

function readBreakpoint(cursor: Cursor, profile: ChatProfile): CacheHint | undefined {
  if (profile.features["cache.hint"].is === "none") return undefined;
  const inner = cursor.peek("prompt_cache_breakpoint");
  if (!isMembers(inner)) return undefined;
  const { mode, ttl, ...more } = inner;
  const isPlain = mode === "explicit" && (ttl === undefined || typeof ttl === "string");
  if (!isPlain || Object.keys(more).length > 0) return undefined;
  cursor.take("prompt_cache_breakpoint");
  return ttl === undefined ? {} : { ttl };
}
