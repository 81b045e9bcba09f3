import type { ModelRule } from "../rule.ts";
import { canBeOff, wishOf, withoutThinking } from "./thinking.ts";

/** A thinking budget stays within the model's bounds and below the output limit. */
export const thinkingBudget: ModelRule = {
  id: "reasoning.budget",
  title:
    "A thinking budget stays within the model's bounds and below the output limit; if none fits, thinking is off.",
  feature: "reasoning.budget",
  remedies: ["clamp", "drop"],
  limit: "reasoning",
  apply(conversation, limits, note) {
    const { reasoning, maxOutputTokens } = conversation;
    const { budget: bounds, budgetBelowOutput, modes } = limits.reasoning ?? {};
    if (bounds === undefined || wishOf(reasoning) !== "budget") return conversation;
    if (modes !== undefined && !modes.includes("budget")) return conversation;
    const budget = reasoning?.budgetTokens ?? 0;
    const say = (reason: string) =>
      note({ node: undefined, at: "$", disposition: "disclosed", reason, feature: "reasoning.budget" });
    const room =
      budgetBelowOutput === true && maxOutputTokens !== undefined ? maxOutputTokens - 1 : undefined;
    if (room !== undefined && room < bounds.min && canBeOff(limits)) {
      say(
        `a budget is at least ${bounds.min} tokens and below the output limit, which is ${maxOutputTokens}, so thinking is off`,
      );
      return { ...conversation, reasoning: withoutThinking(reasoning, limits) };
    }
    const greatest = Math.min(bounds.max ?? Number.POSITIVE_INFINITY, room ?? Number.POSITIVE_INFINITY);
    const fitted = Math.min(Math.max(budget, bounds.min), greatest);
    if (fitted === budget) return conversation;
    say(`a budget of ${budget} tokens is not accepted; ${fitted} is used`);
    return { ...conversation, reasoning: { ...reasoning, budgetTokens: fitted } };
  },
};
