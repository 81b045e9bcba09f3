import type { ModelRule } from "../rule.ts";

/** An API that requires an output limit gets one that the model takes. */
export const assumedLimit: ModelRule = {
  id: "output.assumed",
  title:
    "An API that requires an output limit is given one, at most the model's maximum, if the request has none.",
  feature: "max_output_tokens",
  remedies: ["normalise"],
  limit: "output",
  apply(conversation, { output }, note) {
    if (conversation.maxOutputTokens !== undefined || output?.assumed === undefined) return conversation;
    // Room for an answer stays beside the thinking, which counts toward the limit.
    const wanted = output.assumed + (conversation.reasoning?.budgetTokens ?? 0);
    const maxOutputTokens = Math.min(wanted, output.max ?? wanted);
    note({
      node: undefined,
      at: "$.max_tokens",
      disposition: "mapped",
      reason: `the wire requires a limit and none was given; ${maxOutputTokens} is used`,
      feature: "max_output_tokens",
    });
    return { ...conversation, maxOutputTokens };
  },
};
