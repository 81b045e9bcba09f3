import type { Block, Conversation } from "../../contract/index.ts";

/** A kind of thing that a conversation may hold: a type of block, a tool that is offered, or a setting of sampling. */
export type ConversationPart = Block["type"] | "tool" | "sampling";

export type ConversationParts = ReadonlySet<ConversationPart>;

/**
 * Collects what a conversation holds, in the results of tools too, so that code that looks for one kind is left out if
 * there is none.
 */
export function partsOf({ system, messages, tools, sampling }: Conversation): ConversationParts {
  const parts = new Set<ConversationPart>();
  addTypes(parts, system);
  for (const { content } of messages) addTypes(parts, content);
  if (tools.length > 0) parts.add("tool");
  for (const _ in sampling) {
    parts.add("sampling");
    break;
  }
  return parts;
}

/** Whether a conversation holds nothing but text. */
export function hasTextAlone(parts: ConversationParts): boolean {
  return parts.size === (parts.has("text") ? 1 : 0);
}

/** Whether there is any of the wanted kinds. */
export function holdsAny(parts: ConversationParts, wanted: readonly ConversationPart[]): boolean {
  for (const part of wanted) if (parts.has(part)) return true;
  return false;
}

function addTypes(parts: Set<ConversationPart>, blocks: readonly Block[]): void {
  for (const block of blocks) {
    parts.add(block.type);
    if (block.type === "tool_result") addTypes(parts, block.content);
  }
}
