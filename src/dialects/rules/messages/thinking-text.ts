import type { Message } from "../../../contract/index.ts";
import { replacing } from "../../origins.ts";
import type { ModelRule } from "../rule.ts";

/** Leaves thinking out of the history if the target has no member for it. */
export const thinkingText: ModelRule = {
  id: "messages.thinking_text",
  title: "Thinking in the history is left out if the model's vendor takes none.",
  feature: "thinking.text",
  remedies: ["drop"],
  limit: "messages",
  about: ["thinking"],
  apply(conversation, { messages: limits }, note) {
    if (limits?.thinkingText !== "rejected") return conversation;
    let messages: Message[] | undefined;
    for (const [index, message] of conversation.messages.entries()) {
      if (!message.content.some(({ type }) => type === "thinking")) continue;
      const content = message.content.filter((block) => {
        if (block.type !== "thinking") return true;
        const reason = "the model's vendor takes no thinking in the history";
        if (block.text !== "")
          note({ node: block, at: "", disposition: "disclosed", reason, feature: "thinking.text" });
        return false;
      });
      messages ??= [...conversation.messages];
      messages[index] = replacing(message, { ...message, content });
    }
    return messages === undefined ? conversation : { ...conversation, messages };
  },
};
