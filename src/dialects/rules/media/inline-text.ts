import type { Block, Conversation, Message } from "../../../contract/index.ts";
import type { WriterNote } from "../../codec/writer-note.ts";
import type { FeatureSet } from "../../features/feature-set.ts";
import { replacing } from "../../origins.ts";

/**
 * The conversation with inline documents of plain text as their text, for a target that takes no files: it says the same there.
 * Bytes that are no UTF-8 stay, and are refused.
 */
export function withInlineText(
  conversation: Conversation,
  target: Pick<FeatureSet, "features">,
  note: Note,
): Conversation {
  if (target.features["document.base64"].is !== "none") return conversation;
  let messages: Message[] | undefined;
  for (const [index, message] of conversation.messages.entries()) {
    const content = asTexts(message.content, note);
    if (content === message.content) continue;
    messages ??= [...conversation.messages];
    messages[index] = replacing(message, { ...message, content });
  }
  const system = asTexts(conversation.system, note);
  if (messages === undefined && system === conversation.system) return conversation;
  return { ...conversation, system, messages: messages ?? conversation.messages };
}

type Note = (note: WriterNote) => void;

function asTexts(blocks: Block[], note: Note): Block[] {
  let changed: Block[] | undefined;
  for (const [index, block] of blocks.entries()) {
    const next = asText(block, note);
    if (next === block) continue;
    changed ??= [...blocks];
    changed[index] = replacing(block, next);
  }
  return changed ?? blocks;
}

function asText(block: Block, note: Note): Block {
  if (block.type === "tool_result") {
    const content = asTexts(block.content, note);
    return content === block.content ? block : { ...block, content };
  }
  if (block.type !== "document" || block.source.kind !== "base64") return block;
  const { mediaType, data } = block.source;
  if (!PLAIN_TEXT.test(mediaType)) return block;
  const text = decode(data);
  if (text === undefined) return block;
  if (!/^text\/plain\b/i.test(mediaType)) {
    const reason = `written as text, which does not say that it is ${mediaType}`;
    note({ node: block, at: "", disposition: "disclosed", reason, feature: "document.text" });
  }
  return { ...block, source: { kind: "text", text, mediaType } };
}

// Types of text that a model reads as it stands; another character set than UTF-8 would change the letters.
const PLAIN_TEXT = /^text\/(?:plain|markdown|csv|x-[\w.+-]+)(?:\s*;\s*charset="?(?:utf-8|us-ascii)"?)?$/i;

function decode(data: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(data, "base64"));
  } catch {
    return undefined;
  }
}
