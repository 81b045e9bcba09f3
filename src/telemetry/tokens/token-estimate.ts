import type { Block, Conversation, Tool } from "../../contract/index.ts";
import { estimateMedia } from "./media-estimate.ts";
import { estimateText } from "./text-estimate.ts";

/** Role markers and separators of each message. */
const TOKENS_PER_MESSAGE = 4;
/** The frame that vendors put around each tool, call and result. */
const TOKENS_PER_TOOL = 8;

/**
 * Estimates the tokens of a conversation as a prompt: characters by script, media by the vendors' rules, tools by their JSON
 * text. For OpenAI's recorded calls of text and tools the result is a tenth to a third too high. Other models split text
 * differently, and Anthropic adds some hundred tokens of instructions to tools. Call it an estimate wherever you show it.
 */
export function estimateTokens(conversation: Conversation): number {
  let tokens = 3 + estimateBlocks(conversation.system);
  for (const tool of conversation.tools) tokens += estimateTool(tool);
  for (const message of conversation.messages) tokens += TOKENS_PER_MESSAGE + estimateBlocks(message.content);
  if (conversation.output?.kind === "json_schema") tokens += estimateJson(conversation.output.schema);
  return Math.ceil(tokens);
}

function estimateTool(tool: Tool): number {
  if (tool.kind === "server") return TOKENS_PER_TOOL + estimateJson(tool.value);
  const shape = tool.kind === "function" ? tool.parameters : tool.format;
  return (
    TOKENS_PER_TOOL + estimateText(tool.name) + estimateText(tool.description ?? "") + estimateJson(shape)
  );
}

function estimateBlocks(blocks: readonly Block[]): number {
  let tokens = 0;
  for (const block of blocks) tokens += estimateBlock(block);
  return tokens;
}

function estimateBlock(block: Block): number {
  switch (block.type) {
    case "text":
    case "refusal":
      return estimateText(block.text);
    case "thinking":
      return estimateText(block.sealed ?? block.text);
    case "redacted_thinking":
      return estimateText(block.data);
    case "tool_use":
      return (
        TOKENS_PER_TOOL + estimateText(block.name) + estimateText(block.inputText ?? toJson(block.input))
      );
    case "tool_result":
      return TOKENS_PER_TOOL + estimateBlocks(block.content);
    case "document":
      return (
        estimateText(block.title ?? "") +
        estimateText(block.context ?? "") +
        estimateMedia(block.type, block.source)
      );
    case "image":
      return estimateMedia(block.type, block.source, block.detail);
    case "audio":
    case "video":
      return estimateMedia(block.type, block.source);
    case "opaque":
      return estimateJson(block.value);
  }
}

function estimateJson(value: unknown): number {
  return estimateText(toJson(value));
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? "";
}
