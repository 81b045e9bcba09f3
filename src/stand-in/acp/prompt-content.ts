import { JsonRpcError } from "../../agents/index.ts";
import type { ContextImage } from "../../contract/index.ts";
import type { JsonObject } from "../../lib/index.ts";
import { isObject, textMember } from "../lines/json-lines.ts";
import { INVALID_PARAMS } from "./json-rpc-codes.ts";

/** A prompt as a work order takes it. */
export interface PromptContent {
  readonly text: string;
  readonly images: readonly ContextImage[];
  /** Texts that the editor gives along, by their address. */
  readonly resources: readonly { readonly name: string; readonly content: string }[];
}

/** Reads the blocks of a prompt. Throws a JsonRpcError for content that is not offered. */
export function readPrompt(blocks: unknown): PromptContent {
  if (!Array.isArray(blocks)) throw new JsonRpcError(INVALID_PARAMS, "`prompt` is not a list");
  const texts: string[] = [];
  const images: ContextImage[] = [];
  const resources: { name: string; content: string }[] = [];
  for (const block of blocks.filter(isObject)) {
    const text = textMember(block, "text");
    const uri = textMember(block, "uri");
    const image = readImage(block);
    const resource = readResource(block["resource"]);
    if (block["type"] === "text" && text !== undefined) texts.push(text);
    else if (block["type"] === "image" && image !== undefined) images.push(image);
    else if (block["type"] === "resource_link" && uri !== undefined) texts.push(`@${uri}`);
    else if (block["type"] === "resource" && resource !== undefined) resources.push(resource);
    else
      throw new JsonRpcError(
        INVALID_PARAMS,
        `content of type ${JSON.stringify(block["type"])} is not offered`,
      );
  }
  return { text: texts.join("\n\n"), images, resources };
}

function readImage(block: JsonObject): ContextImage | undefined {
  const data = textMember(block, "data");
  const mediaType = textMember(block, "mimeType");
  return data === undefined || mediaType === undefined ? undefined : { data, media_type: mediaType };
}

function readResource(resource: unknown): { name: string; content: string } | undefined {
  if (!isObject(resource)) return undefined;
  const content = textMember(resource, "text");
  return content === undefined ? undefined : { name: textMember(resource, "uri") ?? "resource", content };
}
