import type { Block } from "../../../contract/index.ts";
import type { Note } from "../rule.ts";
import type { MediaBlock, MediaPlace } from "./media-blocks.ts";

/**
 * Handles media that the target does not take. It is refused in the question, because the answer depends on it; in the
 * history a text stands in its place, so that the conversation can go on.
 */
export function lacking(block: MediaBlock, place: MediaPlace, reason: string, note: Note): Block {
  const feature = featureOf(block);
  if (place === "question") {
    note({ node: block, at: "", disposition: "refused", reason, feature });
    return block;
  }
  const told = `${reason}; a text stands in its place`;
  note({ node: block, at: "", disposition: "disclosed", reason: told, feature });
  return { type: "text", text: `[The ${block.type} that was here could not be sent: ${reason}.]` };
}

/** The feature that a block of media is. */
export function featureOf({ type, source }: MediaBlock): string {
  if (type === "video") return "video";
  return `${type}.${type !== "document" && source.kind === "text" ? "base64" : source.kind}`;
}
