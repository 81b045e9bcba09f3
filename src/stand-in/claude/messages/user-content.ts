import { AbpError, type ContextImage } from "../../../contract/index.ts";
import type { JsonValue } from "../../../lib/index.ts";
import { isObject, textMember } from "../../lines/json-lines.ts";
import { claudeFeatures } from "../features.ts";

/** A message of the user, as a work order takes it. */
export interface UserContent {
  readonly text: string;
  readonly images: readonly ContextImage[];
}

/** Reads the content of a message: a text, or blocks. Throws `capability_unsupported` for a block that no backend takes. */
export function readContent(content: JsonValue | undefined): UserContent {
  if (typeof content === "string") return { text: content, images: [] };
  const texts: string[] = [];
  const images: ContextImage[] = [];
  for (const block of Array.isArray(content) ? content : [content]) {
    const text = isObject(block) && block["type"] === "text" ? textMember(block, "text") : undefined;
    const image = readImage(block);
    if (text !== undefined) texts.push(text);
    else if (image !== undefined) images.push(image);
    else throw new AbpError("capability_unsupported", claudeFeatures.other_content.words);
  }
  return { text: texts.join("\n\n"), images };
}

function readImage(block: JsonValue | undefined): ContextImage | undefined {
  if (!isObject(block) || block["type"] !== "image" || !isObject(block["source"])) return undefined;
  const data = textMember(block["source"], "data");
  const mediaType = textMember(block["source"], "media_type");
  return data === undefined || mediaType === undefined ? undefined : { media_type: mediaType, data };
}
