import type { ModelRule } from "../rule.ts";
import { isGreater } from "./effort-scale.ts";
import { wishOf } from "./thinking.ts";

/** Some models take thinking that is off only with an effort up to a limit. */
export const offEffort: ModelRule = {
  id: "reasoning.off_effort",
  title: "An effort that the model takes only while it thinks is lowered if thinking is off.",
  feature: "reasoning.effort",
  remedies: ["clamp"],
  limit: "reasoning",
  apply(conversation, { reasoning: limits }, note) {
    const { reasoning, model } = conversation;
    const { offUpTo } = limits ?? {};
    if (reasoning?.effort === undefined || offUpTo === undefined || wishOf(reasoning) !== "off")
      return conversation;
    if (!isGreater(reasoning.effort, offUpTo)) return conversation;
    const reason = `without thinking, ${model} takes an effort up to ${offUpTo}, not ${reasoning.effort}`;
    note({ node: undefined, at: "$", disposition: "disclosed", reason, feature: "reasoning.effort" });
    return { ...conversation, reasoning: { ...reasoning, effort: offUpTo } };
  },
};
