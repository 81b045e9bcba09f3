import type { Block, MediaSource } from "../../../contract/index.ts";
import { encodeBase64 } from "../../../lib/index.ts";
import type { Cursor } from "../../members/cursor.ts";
import { missing } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { leftover } from "../../members/own-members.ts";
import { open } from "../wire.ts";

type MediaBlock = Extract<Block, { type: "image" | "document" | "audio" | "video" }>;

/** The issuer of files that Google keeps: the Files API and Cloud Storage. */
const FILE_ISSUER = "google";

const KEPT_BY_GOOGLE = /^(?:gs:\/\/|https:\/\/generativelanguage\.googleapis\.com\/.*\bfiles\/|files\/)/;
const YOUTUBE = /^https?:\/\/(?:[\w-]+\.)?(?:youtube\.com|youtu\.be)\//;

const TYPE_BY_EXTENSION: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  heic: "image/heic",
  heif: "image/heif",
  pdf: "application/pdf",
  txt: "text/plain",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  ogg: "audio/ogg",
  flac: "audio/flac",
  mp4: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime",
};

/** A block for `inlineData`, and the leftover of the object. */
export function readInlineData(
  value: unknown,
  path: string,
): { block: MediaBlock; left: Members | undefined } {
  const blob = open(value, path);
  const mediaType = blob.need("mimeType");
  const source: MediaSource = { kind: "base64", mediaType, data: blob.text("data") ?? "" };
  return { block: mediaBlock(source, mediaType), left: leftover(blob) };
}

/** A block for `fileData`: a file that Google keeps is a file, everything else a URL. */
export function readFileData(value: unknown, path: string): { block: MediaBlock; left: Members | undefined } {
  const file: Cursor = open(value, path);
  const uri = file.text("fileUri");
  if (uri === undefined) throw missing(file.at("fileUri"));
  const mediaType = file.text("mimeType");
  const typed = mediaType === undefined ? {} : { mediaType };
  const source: MediaSource = KEPT_BY_GOOGLE.test(uri)
    ? { kind: "file", id: uri, issuer: FILE_ISSUER, ...typed }
    : { kind: "url", url: uri, ...typed };
  return { block: mediaBlock(source, mediaType ?? guessType(uri)), left: leftover(file) };
}

/** The part for a block of media; `undefined` when the source means nothing to Google. */
export function writeMedia(block: MediaBlock): Members | undefined {
  const { source } = block;
  switch (source.kind) {
    case "base64":
      return { inlineData: { mimeType: source.mediaType, data: source.data } };
    case "text":
      return {
        inlineData: {
          mimeType: source.mediaType ?? "text/plain",
          data: encodeBase64(new TextEncoder().encode(source.text)),
        },
      };
    case "url":
      return fileData(source.url, source.mediaType ?? guessUnlessVideo(source.url));
    default:
      if (source.issuer !== FILE_ISSUER && !KEPT_BY_GOOGLE.test(source.id)) return undefined;
      return fileData(source.id, source.mediaType);
  }
}

function fileData(fileUri: string, mimeType: string | undefined): Members {
  return { fileData: mimeType === undefined ? { fileUri } : { mimeType, fileUri } };
}

// A YouTube address needs no type, so none is added to it.
function guessUnlessVideo(url: string): string | undefined {
  return YOUTUBE.test(url) ? undefined : guessType(url);
}

function guessType(uri: string): string | undefined {
  if (YOUTUBE.test(uri)) return "video/*";
  const extension = /\.([a-z0-9]+)(?:[?#].*)?$/i.exec(uri)?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(TYPE_BY_EXTENSION, extension)
    ? TYPE_BY_EXTENSION[extension]
    : undefined;
}

function mediaBlock(source: MediaSource, mediaType: string | undefined): MediaBlock {
  const family = mediaType?.split("/", 1)[0];
  if (family === "image" || family === "audio" || family === "video") return { type: family, source };
  return { type: "document", source };
}
