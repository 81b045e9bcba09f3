import type { Message } from "../../../contract/index.ts";
import type { ModelRule } from "../rule.ts";

const CONTINUE = "Continue your last message from exactly where it ends. Do not repeat any of it.";
const ANSWER = "Continue.";

/** A last message of the assistant is followed by one of the user if the model does not take or continue it. */
export const lastTurn: ModelRule = {
  id: "turns.last",
  title:
    "If the last message may not be the assistant's, or would not be continued as asked, the user asks for the continuation.",
  feature: "message.prefill",
  remedies: ["normalise"],
  limit: "turns",
  apply(conversation, { turns }, note) {
    const last = conversation.messages.at(-1);
    if (last?.role !== "assistant" || turns === undefined) return conversation;
    // Calls without results are answered by results, not by words.
    if (last.content.some(({ type }) => type === "tool_use")) return conversation;
    const isPrefill = last.prefill === true;
    if (turns.prefill !== false && !(isPrefill && turns.continues === false)) return conversation;
    note({
      node: last,
      at: "",
      disposition: "disclosed",
      reason: `${conversation.model} ${turns.prefill === false ? "takes no last message of the assistant" : "answers the assistant's text and does not continue it"}; the user asks for the continuation`,
      feature: "message.prefill",
    });
    const { prefill: _, ...spoken } = last;
    const question: Message = {
      role: "user",
      content: [{ type: "text", text: isPrefill ? CONTINUE : ANSWER }],
    };
    return { ...conversation, messages: [...conversation.messages.slice(0, -1), spoken, question] };
  },
};
