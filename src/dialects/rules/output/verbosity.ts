import type { ModelRule } from "../rule.ts";

/** A verbosity that the model does not have is left out. */
export const verbosity: ModelRule = {
  id: "output.verbosity",
  title: "A verbosity that the model does not have is left out.",
  feature: "verbosity",
  remedies: ["drop"],
  limit: "format",
  apply(conversation, { format }, note) {
    const { verbosity: asked } = conversation;
    if (asked === undefined || format?.verbosities === undefined) return conversation;
    if (format.verbosities.includes(asked)) return conversation;
    const reason = `${conversation.model} has no verbosity ${asked}`;
    note({ node: undefined, at: "$", disposition: "disclosed", reason, feature: "verbosity" });
    const { verbosity: _, ...rest } = conversation;
    return rest;
  },
};
