import type { ModelRule } from "../rule.ts";

/** Refuses more tools than the target takes. Leaving some out would silently change what the model can do. */
export const toolCount: ModelRule = {
  id: "tools.count",
  title: "A request with more tools than the target takes is refused.",
  feature: "tool.function",
  remedies: ["refuse"],
  limit: "toolNames",
  about: ["tool"],
  apply(conversation, { toolNames }, note) {
    const limit = toolNames?.count;
    const { length } = conversation.tools;
    if (limit === undefined || length <= limit) return conversation;
    note({
      node: conversation.tools[limit],
      at: "",
      disposition: "refused",
      reason: `the request has ${length} tools and the target takes ${limit}; offer fewer tools`,
      feature: "tool.function",
    });
    return conversation;
  },
};
