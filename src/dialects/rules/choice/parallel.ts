import type { ModelRule } from "../rule.ts";

/** A model without the switch for parallel calls gives the caller the first call alone. */
export const parallelCalls: ModelRule = {
  id: "choice.parallel",
  title: "If calls at the same time cannot be switched off, the caller is given the first one alone.",
  feature: "parallel_tool_calls",
  remedies: ["drop", "emulate"],
  limit: "choice",
  apply(conversation, { choice }, note) {
    const { parallelToolCalls } = conversation;
    if (choice?.parallel !== false || parallelToolCalls === undefined) return conversation;
    const feature = "parallel_tool_calls";
    if (parallelToolCalls || conversation.tools.length === 0) {
      const reason = "the model decides by itself whether to make several calls";
      note({ node: undefined, at: "$", disposition: "mapped", reason, feature });
      const { parallelToolCalls: _, ...rest } = conversation;
      return rest;
    }
    note({
      node: undefined,
      at: "$",
      disposition: "emulated",
      emulator: "parallel_tool_calls.first",
      reason: `${conversation.model} has no switch for parallel calls`,
      feature,
    });
    return conversation;
  },
};
