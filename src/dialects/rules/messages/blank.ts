import type { Block, Conversation, Message } from "../../../contract/index.ts";
import { replacing } from "../../origins.ts";
import type { ModelRule, Note } from "../rule.ts";

const NO_OUTPUT = "(no output)";

/** Leaves out messages that hold nothing, and names each of them. */
export const blankMessages: ModelRule = {
  id: "messages.blank",
  title: "A message without content is left out where the target answers it with an error.",
  feature: "text",
  remedies: ["drop", "normalise"],
  apply(conversation, { messages: limits }, note) {
    const filled = limits?.blankResults === "rejected" ? fillResults(conversation, note) : conversation;
    if (limits?.blank === undefined) return filled;
    const isAll = limits.blank === "all";
    if (!filled.messages.some((message) => isDropped(message, isAll))) return filled;
    const messages = filled.messages.filter((message) => {
      if (!isDropped(message, isAll)) return true;
      const reason = `a message of role ${message.role} without content is an error at the target; it is left out`;
      note({ node: message, at: "", disposition: "disclosed", reason, feature: "text" });
      return false;
    });
    return { ...filled, messages };
  },
};

function isDropped(message: Message, isAll: boolean): boolean {
  return (isAll || message.role === "assistant") && message.content.every(isBlank);
}

// Thinking without a proof says nothing to another model, and no vendor takes a message of it alone.
function isBlank(block: Block): boolean {
  if (block.type === "text" || block.type === "refusal") return block.text.trim() === "";
  return block.type === "thinking" && (block.signature ?? block.sealed ?? "") === "";
}

function fillResults(conversation: Conversation, note: Note): Conversation {
  let messages: Message[] | undefined;
  for (const [index, message] of conversation.messages.entries()) {
    if (!message.content.some(isEmptyResult)) continue;
    const content = message.content.map((block): Block => {
      if (!isEmptyResult(block)) return block;
      const reason = `an empty result is an error at the target; it is sent as ${JSON.stringify(NO_OUTPUT)}`;
      note({ node: block, at: "", disposition: "mapped", reason, feature: "tool_result.text" });
      return replacing(block, { ...block, content: [{ type: "text", text: NO_OUTPUT }] });
    });
    messages ??= [...conversation.messages];
    messages[index] = replacing(message, { ...message, content });
  }
  return messages === undefined ? conversation : { ...conversation, messages };
}

function isEmptyResult(block: Block): block is Extract<Block, { type: "tool_result" }> {
  return block.type === "tool_result" && block.content.every(isBlank);
}
