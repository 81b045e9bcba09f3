import type { Block, Conversation, Message } from "../../../contract/index.ts";
import { replacing } from "../../origins.ts";

/** A block with bytes, or with a place where they are. */
export type MediaBlock = Extract<Block, { type: "image" | "document" | "audio" | "video" }>;

/** The types of these blocks. */
export const mediaTypes: readonly MediaBlock["type"][] = ["image", "document", "audio", "video"];

/** Where a block of media stands: in the newest turn that the user wrote, or anywhere before. */
export type MediaPlace = "question" | "history";

/**
 * Changes blocks of media wherever they stand, in the results of tools too. Gives the conversation itself back if
 * none changes.
 */
export function mapMedia(
  conversation: Conversation,
  change: (block: MediaBlock, place: MediaPlace) => Block,
): Conversation {
  const [first, end] = newestQuestion(conversation.messages);
  let messages: Message[] | undefined;
  for (const [index, message] of conversation.messages.entries()) {
    if (!message.content.some(holdsMedia)) continue;
    const place = index >= first && index < end ? "question" : "history";
    const content = mapList(message.content, (block) => {
      if (block.type !== "tool_result") return isMedia(block) ? change(block, place) : block;
      const inner = mapList(block.content, (part) => (isMedia(part) ? change(part, "history") : part));
      return inner === block.content ? block : { ...block, content: inner };
    });
    if (content === message.content) continue;
    messages ??= [...conversation.messages];
    messages[index] = replacing(message, { ...message, content });
  }
  const system = mapList(conversation.system, (block) =>
    isMedia(block) ? change(block, "question") : block,
  );
  if (messages === undefined && system === conversation.system) return conversation;
  return { ...conversation, system, messages: messages ?? conversation.messages };
}

/** Whether a block is an image, a document, sound or moving pictures. */
export function isMedia(block: Block): block is MediaBlock {
  const { type } = block;
  return type === "image" || type === "document" || type === "audio" || type === "video";
}

function holdsMedia(block: Block): boolean {
  return isMedia(block) || (block.type === "tool_result" && block.content.some(isMedia));
}

function mapList(blocks: Block[], change: (block: Block) => Block): Block[] {
  let changed: Block[] | undefined;
  for (const [index, block] of blocks.entries()) {
    const next = change(block);
    if (next === block) continue;
    changed ??= [...blocks];
    changed[index] = replacing(block, next);
  }
  return changed ?? blocks;
}

/** The messages of the newest turn that the user wrote, from the first index up to and without the second. */
function newestQuestion(messages: readonly Message[]): readonly [from: number, to: number] {
  const last = messages.findLastIndex(isWritten);
  let first = last;
  while (first > 0 && isWritten(messages[first - 1]!)) first -= 1;
  return [first, last + 1];
}

function isWritten({ role, content }: Message): boolean {
  return role === "user" && content.some(({ type }) => type !== "tool_result");
}
