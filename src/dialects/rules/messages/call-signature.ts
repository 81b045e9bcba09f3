import type { Message } from "../../../contract/index.ts";
import { replacing } from "../../origins.ts";
import type { ModelRule } from "../rule.ts";

/** Gives the first call of each step a signature, if the target answers a call without any with an error. */
export const callSignature: ModelRule = {
  id: "messages.call_signature",
  title: "A call that the target did not make gets the signature that its vendor documents for such calls.",
  feature: "tool_use.signature",
  remedies: ["normalise"],
  limit: "messages",
  about: ["tool_use"],
  apply(conversation, { messages: limits }, note) {
    const signature = limits?.callSignature;
    if (signature === undefined) return conversation;
    let messages: Message[] | undefined;
    let isOpen = false;
    for (const [index, message] of conversation.messages.entries()) {
      if (message.role !== "assistant") {
        isOpen = false;
        continue;
      }
      // Neighbours of one role are one step.
      if (isOpen) continue;
      const place = message.content.findIndex(({ type }) => type === "tool_use");
      const call = message.content[place];
      if (call?.type !== "tool_use") continue;
      isOpen = true;
      if (call.signature !== undefined && call.signature !== "") continue;
      note({
        node: call,
        at: "",
        disposition: "mapped",
        reason:
          "the target wants a signature on the first call of a step; the one for calls of other models is sent",
        feature: "tool_use.signature",
      });
      const content = message.content.with(place, replacing(call, { ...call, signature }));
      messages ??= [...conversation.messages];
      messages[index] = replacing(message, { ...message, content });
    }
    return messages === undefined ? conversation : { ...conversation, messages };
  },
};
