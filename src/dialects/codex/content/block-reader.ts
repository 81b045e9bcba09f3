import type { Block, CacheHint, MediaSource } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import { asVendor, leftover, nest } from "../../members/own-members.ts";
import type { Origins } from "../../origins.ts";
import { ID } from "../wire.ts";
import { readCitations } from "./citations.ts";

/** The position of a part: in the caller's messages, in earlier answers of the model, or in a reply. */
export type Place = "input" | "history" | "reply";

/** Reads one part of a message or of a tool's output. */
export function readPart(value: unknown, path: string, origins: Origins, place: Place): Block {
  const cursor = new Cursor(value, path);
  const block = readKnownPart(cursor, place) ?? opaquePart(cursor);
  return origins.mark(block, path);
}

function readKnownPart(cursor: Cursor, place: Place): Block | undefined {
  const type = cursor.text("type");
  switch (type) {
    case "input_text":
    case "output_text":
    case "text":
      return typeof cursor.peek("text") === "string" ? readText(cursor, type, place) : undefined;
    case "refusal": {
      const text = cursor.need("refusal");
      return { type: "refusal", text, ...asVendor(ID, leftover(cursor)) };
    }
    case "input_image":
      return readImage(cursor);
    case "input_file":
      return readFile(cursor);
    case "input_audio":
      return readAudio(cursor);
    default:
      return undefined;
  }
}

function opaquePart(cursor: Cursor): Block {
  const { value } = cursor;
  const { type, id } = value;
  return {
    type: "opaque",
    dialect: ID,
    kind: typeof type === "string" ? type : "part",
    ...(typeof id === "string" ? { id } : {}),
    value,
    ...asVendor(ID, undefined, ["part"]),
  };
}

function readText(cursor: Cursor, type: string, place: Place): Block {
  const marks: string[] = [];
  if (type !== textType(place)) marks.push(`part=${type}`);
  const text = cursor.need("text");
  const annotations = cursor.list("annotations", (item) => item);
  const citations = annotations && readCitations(annotations, cursor.at("annotations"), text);
  if (place !== "reply") {
    if (citations?.length === 0) marks.push("annotations");
    const logprobs = cursor.peek("logprobs");
    if (Array.isArray(logprobs) && logprobs.length === 0) {
      cursor.take("logprobs");
      marks.push("logprobs");
    }
  } else cursor.take("logprobs"); // The reply as a whole holds them.
  return {
    type: "text",
    text,
    ...(citations === undefined || citations.length === 0 ? {} : { citations }),
    ...readCache(cursor),
    ...asVendor(ID, leftover(cursor), marks),
  };
}

/** The part type that text has in a place. */
export function textType(place: Place): string {
  return place === "input" ? "input_text" : "output_text";
}

function readCache(cursor: Cursor): { cache?: CacheHint } {
  const hint = cursor.object("prompt_cache_breakpoint");
  return hint === undefined ? {} : { cache: { ...hint.value } };
}

function readImage(cursor: Cursor): Block | undefined {
  const url = cursor.text("image_url");
  const source = url === undefined ? fileSource(cursor) : urlSource(url);
  if (source === undefined) return undefined;
  const detail = cursor.text("detail");
  return {
    type: "image",
    source,
    ...(detail === undefined ? {} : { detail }),
    ...readCache(cursor),
    ...asVendor(ID, leftover(cursor)),
  };
}

function readFile(cursor: Cursor): Block | undefined {
  const data = cursor.text("file_data");
  const url = data === undefined ? cursor.text("file_url") : undefined;
  const title = cursor.text("filename");
  const marks: string[] = [];
  let source: MediaSource | undefined;
  if (data !== undefined) {
    if (title === undefined) marks.push("unnamed");
    source = dataSource(data);
    if (source === undefined) {
      marks.push("bare");
      source = { kind: "base64", mediaType: mediaTypeOf(title), data };
    }
  } else if (url === undefined) source = fileSource(cursor);
  else source = { kind: "url", url };
  if (source === undefined) return undefined;
  return {
    type: "document",
    source,
    ...(title === undefined ? {} : { title }),
    ...readCache(cursor),
    ...asVendor(ID, leftover(cursor), marks),
  };
}

function readAudio(cursor: Cursor): Block | undefined {
  const audio = cursor.object("input_audio");
  if (audio === undefined) return undefined;
  const data = audio.need("data");
  const format = audio.need("format");
  const rest = nest(leftover(cursor), "input_audio", leftover(audio));
  const mediaType = format === "mp3" ? "audio/mpeg" : `audio/${format}`;
  return { type: "audio", source: { kind: "base64", mediaType, data }, ...asVendor(ID, rest) };
}

function fileSource(cursor: Cursor): MediaSource | undefined {
  const id = cursor.text("file_id");
  return id === undefined ? undefined : { kind: "file", id, issuer: ID };
}

function urlSource(url: string): MediaSource {
  return dataSource(url) ?? { kind: "url", url };
}

// RFC 2397. Only the base64 form is decoded; any other form stays a URL.
function dataSource(url: string): MediaSource | undefined {
  if (!url.startsWith("data:")) return undefined;
  const comma = url.indexOf(",");
  const head = url.slice(5, comma);
  if (comma === -1 || !head.endsWith(";base64")) return undefined;
  return { kind: "base64", mediaType: head.slice(0, -";base64".length), data: url.slice(comma + 1) };
}

function mediaTypeOf(filename: string | undefined): string {
  return filename?.toLowerCase().endsWith(".pdf") === true ? "application/pdf" : "application/octet-stream";
}
