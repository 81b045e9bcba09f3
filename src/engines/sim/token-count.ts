import type { Block, Conversation } from "../../contract/index.ts";

/** The simulator counts one token per four characters. */
export const TOKEN_CHARACTERS = 4;

// Images, documents and sounds count the same whatever their size, because their bytes are not text.
const MEDIA_CHARACTERS = 1024;

export function tokensOf(characters: number): number {
  return Math.ceil(characters / TOKEN_CHARACTERS);
}

/** Counts the tokens of a request. Every dialect gives the same count for the same conversation. */
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
