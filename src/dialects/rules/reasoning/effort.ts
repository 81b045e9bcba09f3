import type { ModelRule } from "../rule.ts";
import { budgetOfEffort, nearestEffort } from "./effort-scale.ts";
import { isBudgetForEffort } from "./thinking.ts";

/** An effort is one of the model's words, or a budget if the model takes no effort. */
export const effortWord: ModelRule = {
  id: "reasoning.effort",
  title:
    "An effort that the model does not have becomes the nearest one; if it takes none, a budget stands in for it, or it is left out.",
  feature: "reasoning.effort",
  remedies: ["clamp", "normalise", "drop"],
  limit: "reasoning",
  apply(conversation, { reasoning: limits }, note) {
    const { reasoning, model } = conversation;
    const { efforts } = limits ?? {};
    if (reasoning?.effort === undefined || efforts === undefined || limits?.supported === false)
      return conversation;
    const { effort, ...rest } = reasoning;
    if (efforts.includes(effort)) return conversation;
    const say = (disposition: "mapped" | "disclosed", reason: string) =>
      note({ node: undefined, at: "$", disposition, reason, feature: "reasoning.effort" });
    if (isBudgetForEffort(limits) && rest.mode === undefined && rest.budgetTokens === undefined) {
      const budgetTokens = budgetOfEffort(effort, conversation.maxOutputTokens);
      say("mapped", `${effort} is a thinking budget of ${budgetTokens} tokens for this model`);
      return { ...conversation, reasoning: { ...rest, mode: "on", budgetTokens } };
    }
    const nearest = nearestEffort(effort, efforts);
    if (nearest !== undefined) {
      say("disclosed", `${model} has no effort ${effort}; ${nearest} is the nearest`);
      return { ...conversation, reasoning: { ...rest, effort: nearest } };
    }
    say(
      "disclosed",
      `${model} ${efforts.length === 0 ? "takes no effort" : `has no effort ${effort}`}; its own is used`,
    );
    const { reasoning: _, ...others } = conversation;
    return Object.keys(rest).length === 0 ? others : { ...others, reasoning: rest };
  },
};
