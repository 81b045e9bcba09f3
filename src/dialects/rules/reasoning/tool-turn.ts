import type { ModelRule } from "../rule.ts";
import { canBeOff, opensWithThinking, thinks, withoutThinking } from "./thinking.ts";

/** Thinking is off for a call that continues a turn whose thinking is not there. */
export const toolTurn: ModelRule = {
  id: "reasoning.tool_turn",
  title:
    "A thinking model wants the thinking of the turn whose tool calls are answered; if another model made it, thinking is off for this call.",
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
