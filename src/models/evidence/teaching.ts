import type { ModelLimits } from "../limits/model-limits.ts";
import type { NumberLimit, SamplingNumbers } from "../limits/sampling.ts";

/** The limits with some members of one part replaced. */
export function teachPart<Part extends keyof ModelLimits>(
  limits: ModelLimits,
  part: Part,
  changes: NonNullable<ModelLimits[Part]>,
): ModelLimits {
  return { ...limits, [part]: { ...limits[part], ...changes } };
}

/** The limits with a setting of sampling, which holds while the model thinks too. */
export function teachSampling(limits: ModelLimits, changes: SamplingNumbers): ModelLimits {
  const { sampling } = limits;
  const thinking = sampling?.thinking === undefined ? {} : { thinking: { ...sampling.thinking, ...changes } };
  return teachPart(limits, "sampling", { ...changes, ...thinking });
}

export const rejected: NumberLimit = { is: "rejected" };
