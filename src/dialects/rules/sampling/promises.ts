import type { Conversation } from "../../../contract/index.ts";
import type { ModelLimits } from "../../../models/index.ts";
import type { FeatureId } from "../../features/feature.ts";
import { thinks } from "../reasoning/thinking.ts";
import type { ModelRule } from "../rule.ts";
import { without } from "./number.ts";

/** Log probabilities that the model does not give are refused: the caller would wait for them in vain. */
export const logProbabilities = promiseRule(
  "logprobs",
  "logprobs",
  "log probabilities",
  isRejected("logprobs"),
);

/** Weights of tokens that the model does not take are refused: they may forbid or force an answer. */
export const logitBias = promiseRule(
  "logitBias",
  "logit_bias",
  "weights of tokens",
  isRejected("logitBias"),
  ({ sampling }) => Object.keys(sampling.logitBias ?? {}).length === 0,
);

/** Several answers of a model that gives one are refused: the caller would get fewer than it asked for. */
export const severalAnswers = promiseRule(
  "candidates",
  "candidates",
  "several answers",
  (_, { sampling }) => sampling?.candidates?.is === "only",
  ({ sampling }) => sampling.candidates === 1,
);

type Test = (conversation: Conversation, limits: ModelLimits) => boolean;

function promiseRule(
  member: "logprobs" | "logitBias" | "candidates",
  feature: FeatureId,
  name: string,
  isLacking: Test,
  isNeutral: (conversation: Conversation) => boolean = () => false,
): ModelRule {
  return {
    id: `sampling.${feature}`,
    title: `A request for ${name} is refused if the model has none.`,
    feature,
    remedies: ["drop", "refuse"],
    limit: "sampling",
    about: ["sampling"],
    apply(conversation, limits, note) {
      const { sampling, model } = conversation;
      if (sampling[member] === undefined || !isLacking(conversation, limits)) return conversation;
      const isSame = isNeutral(conversation);
      const reason = isSame
        ? "asks for nothing that the model would not do anyway"
        : `${model} has no ${name} here`;
      note({ node: undefined, at: "$", disposition: isSame ? "mapped" : "refused", reason, feature });
      return { ...conversation, sampling: without(sampling, member) };
    },
  };
}

function isRejected(member: "logprobs" | "logitBias"): Test {
  return (conversation, limits) => {
    const own = thinks(conversation, limits) ? limits.sampling?.thinking?.[member] : undefined;
    return (own ?? limits.sampling?.[member]) === "rejected";
  };
}
