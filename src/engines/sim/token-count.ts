import type { Block, Conversation } from "../../contract/index.ts";

/** How many characters make a token here. */
export const TOKEN_CHARACTERS = 4;

// What a picture, a document or a sound counts for, whatever its size: its bytes are no text.
const MEDIA_CHARACTERS = 1024;

/** The tokens of so many characters. */
export function tokensOf(characters: number): number {
  return Math.ceil(characters / TOKEN_CHARACTERS);
}

/** The tokens of a request: the same for the same conversation in every dialect that can say it. */
export function countTokens(conversation: Conversation): number {
  let characters = measureBlocks(conversation.system);
  for (const tool of conversation.tools) {
    characters += tool.name.length;
    if (tool.kind === "server") continue;
    characters += tool.description?.length ?? 0;
    if (tool.kind === "function") characters += measureValue(tool.parameters);
  }
  for (const message of conversation.messages) characters += measureBlocks(message.content);
  return Math.max(1, tokensOf(characters));
}

function measureBlocks(blocks: readonly Block[]): number {
  let characters = 0;
  for (const block of blocks) characters += measure(block);
  return characters;
}

function measure(block: Block): number {
  switch (block.type) {
    case "text":
    case "refusal":
    case "thinking":
      return block.text.length;
    case "tool_use":
      return block.name.length + (block.inputText?.length ?? measureValue(block.input));
    case "tool_result":
      return measureBlocks(block.content);
    case "redacted_thinking":
    case "opaque":
      return 0;
    default:
      return block.source.kind === "text" ? block.source.text.length : MEDIA_CHARACTERS;
  }
}

function measureValue(value: unknown): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}
