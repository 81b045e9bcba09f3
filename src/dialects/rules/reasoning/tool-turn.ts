import type { Conversation, Message } from "../../../contract/index.ts";
import type { ModelRule } from "../rule.ts";
import { canBeOff, thinks, withoutThinking } from "./thinking.ts";

/** Thinking is off for a call that continues a turn whose thinking is not there. */
export const toolTurn: ModelRule = {
  id: "reasoning.tool_turn",
  title:
    "A thinking model wants the thinking of the turn whose tool calls are answered; where another model made it, thinking is off for this call.",
  feature: "reasoning.mode",
  remedies: ["drop"],
  limit: "reasoning",
  apply(conversation, limits, note) {
    if (limits.reasoning?.opensToolTurns !== true) return conversation;
    if (!thinks(conversation, limits) || !canBeOff(limits) || opensWithThinking(conversation))
      return conversation;
    note({
      node: undefined,
      at: "$",
      disposition: "disclosed",
      reason:
        "the turn that called the tools is there without its thinking, so thinking is off for this call",
      feature: "reasoning.mode",
    });
    return { ...conversation, reasoning: withoutThinking(conversation.reasoning, limits) };
  },
};

// Neighbouring messages of the assistant are one turn.
function opensWithThinking({ messages }: Conversation): boolean {
  const end = messages.findLastIndex(isAssistant);
  let start = end;
  while (start > 0 && isAssistant(messages[start - 1]!)) start -= 1;
  const turn = end === -1 ? [] : messages.slice(start, end + 1).flatMap(({ content }) => content);
  if (!turn.some((block) => block.type === "tool_use")) return true;
  const [first] = turn;
  return (
    first?.type === "redacted_thinking" || (first?.type === "thinking" && (first.signature ?? "") !== "")
  );
}

function isAssistant({ role }: Message): boolean {
  return role === "assistant";
}
