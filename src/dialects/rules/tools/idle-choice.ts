import type { ModelRule } from "../rule.ts";

/** Leaves out a choice among tools if there are none, because the target answers it with an error. */
export const idleChoice: ModelRule = {
  id: "tools.idle_choice",
  title: "A choice among tools, or a switch for parallel calls, is left out if no tools are offered.",
  feature: "tool_choice.auto",
  remedies: ["drop", "refuse"],
  limit: "choice",
  apply(conversation, { choice }, note) {
    const { toolChoice, parallelToolCalls } = conversation;
    if (choice?.withoutTools !== "rejected" || conversation.tools.length > 0) return conversation;
    if (toolChoice === undefined && parallelToolCalls === undefined) return conversation;
    if (parallelToolCalls !== undefined) {
      const reason = "no tools are offered, so the switch means nothing";
      note({ node: undefined, at: "$", disposition: "mapped", reason, feature: "parallel_tool_calls" });
    }
    if (toolChoice !== undefined) {
      const binds = toolChoice.mode === "required" || toolChoice.mode === "tool";
      note({
        node: undefined,
        at: "$",
        disposition: binds ? "refused" : "mapped",
        reason: binds
          ? "a tool must be called and none is offered"
          : "no tools are offered, so nothing is chosen",
        feature: `tool_choice.${toolChoice.mode}`,
      });
    }
    const { toolChoice: _, parallelToolCalls: __, ...rest } = conversation;
    return rest;
  },
};
