import type { ModelRule } from "../rule.ts";

/** The output limit lies within what the model and its API take. */
export const outputLimit: ModelRule = {
  id: "output.limit",
  title: "An output limit above the model's maximum or below the API's minimum is set to that bound.",
  feature: "max_output_tokens",
  remedies: ["clamp"],
  limit: "output",
  apply(conversation, { output }, note) {
    const asked = conversation.maxOutputTokens;
    if (asked === undefined || output === undefined) return conversation;
    const { min = 0, max = Number.POSITIVE_INFINITY } = output;
    const fitted = Math.min(Math.max(asked, min), max);
    if (fitted === asked) return conversation;
    const reason =
      asked > max
        ? `${conversation.model} generates at most ${max} tokens, not ${asked}`
        : `the least output limit here is ${min} tokens, not ${asked}`;
    note({ node: undefined, at: "$", disposition: "disclosed", reason, feature: "max_output_tokens" });
    return { ...conversation, maxOutputTokens: fitted };
  },
};
