import type { Block, Conversation, Message } from "../../contract/index.ts";

/**
 * Adds a prompt to the system text: on a new line after the last text block, otherwise as a new block. Without system
 * text, a leading system message is used instead.
 */
export function injectPrompt(conversation: Conversation, prompt: string): Conversation {
  const system = appendText(conversation.system, prompt);
  if (system !== undefined) return { ...conversation, system };
  const [first, ...rest] = conversation.messages;
  const content = isInstruction(first) ? appendText(first.content, prompt) : undefined;
  if (first !== undefined && content !== undefined) {
    return { ...conversation, messages: [{ ...first, content }, ...rest] };
  }
  return { ...conversation, system: [...conversation.system, { type: "text", text: prompt }] };
}

function isInstruction(message: Message | undefined): message is Message {
  return message?.role === "system" || message?.role === "developer";
}

function appendText(blocks: readonly Block[], prompt: string): Block[] | undefined {
  const index = blocks.findLastIndex((block) => block.type === "text");
  const last = blocks[index];
  if (last?.type !== "text") return undefined;
  const text = last.text === "" ? prompt : `${last.text}\n${prompt}`;
  return blocks.with(index, { ...last, text });
}
