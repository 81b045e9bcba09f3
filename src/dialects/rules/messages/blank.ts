import type { Block, Conversation, Message } from "../../../contract/index.ts";
import { replacing } from "../../origins.ts";
import type { ModelRule, Note } from "../rule.ts";

const NO_OUTPUT = "(no output)";

/** Leaves out messages that hold nothing, and names each of them. */
export const blankMessages: ModelRule = {
  id: "messages.blank",
  title: "A message without content is left out if the target answers it with an error.",
  feature: "text",
  remedies: ["drop", "normalise"],
  limit: "messages",
  apply(conversation, { messages: limits }, note) {
    const filled = limits?.blankResults === "rejected" ? fillResults(conversation, note) : conversation;
    if (limits?.blank === undefined) return filled;
    const isAll = limits.blank === "all";
    if (
      !filled.messages.some(
        (message) => isDropped(message, isAll) || (isAll && message.content.some(isBlankText)),
      )
    )
      return filled;
    const messages = filled.messages.flatMap((message) => {
      if (!isDropped(message, isAll)) return isAll ? withoutBlanks(message, note) : message;
      const reason = `a message of role ${message.role} without content is an error at the target; it is left out`;
      note({ node: message, at: "", disposition: "disclosed", reason, feature: "text" });
      return [];
    });
    return { ...filled, messages };
  },
};

function withoutBlanks(message: Message, note: Note): Message {
  if (!message.content.some(isBlankText)) return message;
  const content = message.content.filter((block) => {
    if (!isBlankText(block)) return true;
    const reason = "a block without text is an error at the target and says nothing";
    note({ node: block, at: "", disposition: "mapped", reason, feature: "text" });
    return false;
  });
  return replacing(message, { ...message, content });
}

function isDropped(message: Message, isAll: boolean): boolean {
  return (isAll || message.role === "assistant") && message.content.every(isBlank);
}

// Thinking without a proof says nothing to another model, and no vendor takes a message of it alone.
function isBlank(block: Block): boolean {
  if (isBlankText(block)) return true;
  return block.type === "thinking" && (block.signature ?? block.sealed ?? "") === "";
}

// A text with members of its own may mean more than its words.
function isBlankText(block: Block): boolean {
  return (
    (block.type === "text" || block.type === "refusal") && block.text.trim() === "" && !hasMembers(block)
  );
}

function hasMembers({ vendor }: Block): boolean {
  return vendor !== undefined && Object.values(vendor).some((members) => Object.keys(members).length > 0);
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
