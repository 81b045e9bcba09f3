import type { Block, CacheHint, MediaSource } from "../../../contract/index.ts";
import type { Cursor } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { asVendor, leftover, nest } from "../../members/own-members.ts";
import { ID } from "../wire.ts";
import { CONTENT_SOURCE, formOf, SEARCH_RESULT } from "./text-form.ts";

type Shared = { cache?: CacheHint };

/** Reads an image; undefined when its source is of a kind that has no form outside this dialect. */
export function readImage(cursor: Cursor, shared: Shared): Block | undefined {
  const source = readSource(cursor);
  if (source === undefined) return undefined;
  return { type: "image", source: source.media, ...shared, ...withSource(cursor, source.rest) };
}

/** Reads a document; undefined when its source is of a kind that has no form outside this dialect. */
export function readDocument(cursor: Cursor, shared: Shared): Block | undefined {
  const source = readSource(cursor);
  if (source === undefined) return undefined;
  const title = cursor.text("title");
  const context = cursor.text("context");
  const citations = cursor.object("citations");
  return {
    type: "document",
    source: source.media,
    ...(title === undefined ? {} : { title }),
    ...(context === undefined ? {} : { context }),
    ...(citations === undefined ? {} : { citations: citations.flag("enabled") ?? false }),
    ...shared,
    ...withSource(cursor, source.rest, source.spelling),
  };
}

/** Reads a search result as a document of plain text; its own form travels along for the way back. */
export function readSearchResult(cursor: Cursor, shared: Shared): Block | undefined {
  const content = cursor.take("content");
  const text = textOf(content);
  if (text === undefined) return undefined;
  const form = formOf(content);
  const address = cursor.text("source");
  const title = cursor.text("title");
  const citations = cursor.object("citations");
  return {
    type: "document",
    source: { kind: "text", text },
    ...(title === undefined ? {} : { title }),
    ...(address === undefined ? {} : { address }),
    ...(citations === undefined ? {} : { citations: citations.flag("enabled") ?? false }),
    ...shared,
    ...asVendor(ID, nest(leftover(cursor), "content", form === undefined ? content : undefined), [
      `${SEARCH_RESULT}=${form ?? ""}`,
    ]),
  };
}

interface ReadSource {
  readonly media: MediaSource;
  readonly rest: Members | undefined;
  readonly spelling?: string;
}

function readSource(cursor: Cursor): ReadSource | undefined {
  const source = cursor.object("source");
  if (source === undefined) {
    cursor.need("source");
    return undefined;
  }
  const media = readMedia(source);
  if (media !== undefined) return { media, rest: leftover(source) };
  const text = source.peek("type") === "content" ? textOf(source.peek("content")) : undefined;
  if (text === undefined) return undefined;
  const form = formOf(source.peek("content"));
  const isSpelled = form !== undefined && Object.keys(source.value).length === 2;
  return {
    media: { kind: "text", text },
    ...(isSpelled ? { spelling: `${CONTENT_SOURCE}=${form}`, rest: undefined } : { rest: source.value }),
  };
}

function readMedia(source: Cursor): MediaSource | undefined {
  switch (source.need("type")) {
    case "base64":
      return { kind: "base64", mediaType: source.need("media_type"), data: source.need("data") };
    case "url":
      return { kind: "url", url: source.need("url") };
    case "file":
      return { kind: "file", id: source.need("file_id"), issuer: ID };
    case "text": {
      const mediaType = source.text("media_type");
      return {
        kind: "text",
        text: source.need("data"),
        ...(mediaType === undefined ? {} : { mediaType }),
      };
    }
    default:
      return undefined;
  }
}

function withSource(cursor: Cursor, source: Members | undefined, spelling?: string) {
  const members = nest(leftover(cursor), "source", source);
  return asVendor(ID, members, spelling === undefined ? undefined : [spelling]);
}

// Content that is all text can be given to any model; with pictures in between it is this dialect's alone.
function textOf(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  const texts: string[] = [];
  for (const part of content) {
    if (!isMembers(part) || part["type"] !== "text" || typeof part["text"] !== "string") return undefined;
    texts.push(part["text"]);
  }
  return texts.join("\n");
}
