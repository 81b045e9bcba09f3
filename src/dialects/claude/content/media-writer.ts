import type { DocumentBlock, ImageBlock, MediaSource } from "../../../contract/index.ts";
import { textOfJson } from "../../../lib/index.ts";
import type { Writing } from "../../codec/request-codec.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { ownMembers } from "../../members/own-members.ts";
import { spellingValue } from "../../members/spelling.ts";
import { isTextDocument, type TextDocument } from "../../rendering/document-text.ts";
import { ID, IMAGE_TYPES, PDF } from "../wire.ts";
import { endBlock } from "./cache-hint.ts";
import { CONTENT_SOURCE, contentOf, SEARCH_RESULT } from "./text-form.ts";

/** Writes an image, or notes why it cannot be sent. */
export function writeImage(block: ImageBlock, writing: Writing): Members | undefined {
  const source = imageSource(block.source);
  if (typeof source === "string") return refuse(block, source, `image.${block.source.kind}`, writing);
  return endBlock({ type: "image", source }, block);
}

/** Writes a document, or notes why it cannot be sent. */
export function writeDocument(block: DocumentBlock, writing: Writing): Members | undefined {
  const { source: ownSource } = ownMembers(block, ID);
  const form = spellingValue(block, ID, SEARCH_RESULT);
  if (isTextDocument(block) && (form ?? block.address) !== undefined)
    return writeSearchResult(block, form ?? textOfJson(block.source.text.length));
  const isContent = isMembers(ownSource) && ownSource["type"] === "content";
  const source = isContent ? ownSource : (contentSource(block) ?? documentSource(block.source));
  if (typeof source === "string") return refuse(block, source, `document.${block.source.kind}`, writing);
  if (source["type"] === "text" && block.source.kind !== "url") noteType(block, writing);
  const written: Members = { type: "document", source };
  if (block.title !== undefined) written["title"] = block.title;
  if (block.context !== undefined) written["context"] = block.context;
  if (block.citations !== undefined) written["citations"] = { enabled: block.citations };
  return endBlock(written, block);
}

// Text of any type goes out as plain text.
function noteType(block: DocumentBlock, writing: Writing): void {
  const { mediaType } = block.source;
  if (mediaType === undefined || mediaType === "text/plain") return;
  writing.note({
    node: block,
    at: "",
    disposition: "disclosed",
    reason: `a document of type ${mediaType} is sent as plain text`,
    feature: "document.text",
  });
}

function contentSource(block: DocumentBlock): Members | undefined {
  const form = spellingValue(block, ID, CONTENT_SOURCE);
  if (form === undefined || !isTextDocument(block)) return undefined;
  return { type: "content", content: contentOf(block.source.text, form) };
}

function writeSearchResult(block: TextDocument, form: string): Members {
  const { address, title = "", source } = block;
  const written: Members = { type: "search_result", source: address, title };
  written["content"] = ownMembers(block, ID)["content"] ?? contentOf(source.text, form);
  if (block.citations !== undefined) written["citations"] = { enabled: block.citations };
  return endBlock(written, block);
}

function imageSource(source: MediaSource): Members | string {
  switch (source.kind) {
    case "base64":
      if (!IMAGE_TYPES.has(source.mediaType)) return `images of type ${source.mediaType} are not accepted`;
      return { type: "base64", media_type: source.mediaType, data: source.data };
    case "text":
      return "an image cannot be text";
    default:
      return remoteSource(source);
  }
}

function documentSource(source: MediaSource): Members | string {
  switch (source.kind) {
    case "base64":
      if (source.mediaType === PDF) return { type: "base64", media_type: PDF, data: source.data };
      if (source.mediaType.startsWith("text/")) return plainText(decodeText(source.data));
      return `documents of type ${source.mediaType} are not accepted`;
    case "text":
      return plainText(source.text);
    default:
      return remoteSource(source);
  }
}

function remoteSource(source: Extract<MediaSource, { kind: "url" | "file" }>): Members | string {
  if (source.kind === "url") return { type: "url", url: source.url };
  if (source.issuer !== undefined && source.issuer !== ID) {
    return `the file was uploaded to ${source.issuer} and is not known here`;
  }
  return { type: "file", file_id: source.id };
}

function plainText(text: string): Members {
  return { type: "text", media_type: "text/plain", data: text };
}

function decodeText(data: string): string {
  return Buffer.from(data, "base64").toString("utf8");
}

function refuse(
  block: DocumentBlock | ImageBlock,
  reason: string,
  feature: string,
  writing: Writing,
): undefined {
  writing.note({ node: block, at: "", disposition: "refused", reason, feature });
  return undefined;
}
