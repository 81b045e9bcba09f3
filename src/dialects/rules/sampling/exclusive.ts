import type { ModelRule } from "../rule.ts";
import { without } from "./number.ts";

/** A temperature and top-p are not sent together if that is an error. */
export const exclusiveSampling: ModelRule = {
  id: "sampling.exclusive",
  title:
    "If a temperature and top-p together are an error, the temperature is kept, unless it is the usual one.",
  feature: "top_p",
  remedies: ["drop"],
  limit: "sampling",
  about: ["sampling"],
  apply(conversation, limits, note) {
    const { sampling, model } = conversation;
    const { temperature, topP } = sampling;
    if (limits.sampling?.exclusive !== true || temperature === undefined || topP === undefined)
      return conversation;
    // A temperature of 1, or a top-p of 1, is what the model assumes without it.
    const isUsual = temperature === 1 && topP !== 1;
    note({
      node: undefined,
      at: "$",
      disposition: isUsual || topP === 1 ? "mapped" : "disclosed",
      reason: `${model} takes a temperature or top-p, not both; the ${isUsual ? "top-p" : "temperature"} is sent`,
      feature: isUsual ? "temperature" : "top_p",
    });
    return { ...conversation, sampling: without(sampling, isUsual ? "temperature" : "topP") };
  },
};
