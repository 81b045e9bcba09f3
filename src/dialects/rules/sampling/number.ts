import type { Sampling } from "../../../contract/index.ts";
import type { NumberLimit } from "../../../models/index.ts";
import type { FeatureId } from "../../features/feature.ts";
import { thinks } from "../reasoning/thinking.ts";
import type { ModelRule } from "../rule.ts";

type NumberMember = "temperature" | "topP" | "topK" | "frequencyPenalty" | "presencePenalty";

/** A rule for one number of sampling. `neutral` is the value that means the same as none. */
export function numberRule(
  member: NumberMember,
  feature: FeatureId,
  name: string,
  neutral?: number,
): ModelRule {
  return {
    id: `sampling.${feature}`,
    title: `A ${name} outside the model's range is set to its bound, and one that the model does not take is left out.`,
    feature,
    remedies: ["clamp", "drop"],
    limit: "sampling",
    about: ["sampling"],
    apply(conversation, limits, note) {
      const { sampling } = conversation;
      const value = sampling[member];
      if (value === undefined || limits.sampling === undefined) return conversation;
      const own = thinks(conversation, limits) ? limits.sampling.thinking?.[member] : undefined;
      const limit = own ?? limits.sampling[member];
      if (limit === undefined) return conversation;
      const say = (disposition: "mapped" | "disclosed", reason: string) =>
        note({ node: undefined, at: "$", disposition, reason, feature });
      if (limit.is === "range") {
        const fitted = Math.min(Math.max(value, limit.min), limit.max);
        if (fitted === value) return conversation;
        say(
          "disclosed",
          `the ${name} goes from ${limit.min} to ${limit.max} here; ${fitted} is used in place of ${value}`,
        );
        return { ...conversation, sampling: { ...sampling, [member]: fitted } };
      }
      const isSame = value === (limit.is === "only" ? limit.value : neutral);
      const { model } = conversation;
      say(
        isSame ? "mapped" : "disclosed",
        isSame ? `${value} is what ${model} uses anyway` : reasonOf(limit, model, name),
      );
      return { ...conversation, sampling: without(sampling, member) };
    },
  };
}

function reasonOf(limit: NumberLimit, model: string, name: string): string {
  if (limit.is === "ignored") return `${model} takes a ${name} without effect, so it is left out`;
  if (limit.is === "only") return `${model} takes no other ${name} than ${limit.value}, so it is left out`;
  return `${model} takes no ${name}, so it is left out`;
}

/** Sampling without one of its members. */
export function without(sampling: Sampling, member: keyof Sampling): Sampling {
  const { [member]: _, ...rest } = sampling;
  return rest;
}
