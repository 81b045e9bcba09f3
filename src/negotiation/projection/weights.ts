import { AbpError } from "../../contract/index.ts";

/** The weight of each term of a score. */
export interface ProjectionWeights {
  readonly coverage: number;
  readonly fidelity: number;
  readonly priority: number;
}

/** The weights of abp/v0.1. */
export const defaultWeights: ProjectionWeights = { coverage: 0.5, fidelity: 0.3, priority: 0.2 };

const SUM_TOLERANCE = 0.01;

/** Throws `config_invalid` for weights that are negative, not numbers, or do not sum to one. */
export function checkWeights(weights: ProjectionWeights): ProjectionWeights {
  const { coverage, fidelity, priority } = weights;
  const sum = coverage + fidelity + priority;
  const wrong = [coverage, fidelity, priority].some((weight) => !(weight >= 0));
  // 0.99 is one hundredth below 1 in decimal, and slightly more in binary.
  if (wrong || !(Math.abs(sum - 1) <= SUM_TOLERANCE + Number.EPSILON)) {
    throw new AbpError(
      "config_invalid",
      `projection weights must not be negative and must sum to 1 (±${SUM_TOLERANCE})`,
      {
        details: { weights: { coverage, fidelity, priority } },
      },
    );
  }
  return weights;
}
