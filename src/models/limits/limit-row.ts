import type { ModelLimits } from "./model-limits.ts";
import type { ModelName } from "./names/model-name.ts";

/**
 * How firm a limit is: `F` by the vendor's document, types or a published probe, `P` by one other source, `U` if
 * sources disagree, `M` by general knowledge.
 */
export type Mark = "F" | "P" | "U" | "M";

/** Limits of a family of models, with where they are known from. */
export interface FamilyLimits {
  /** The family, as documents show it: "Opus 4.7 and later". */
  readonly family: string;
  /** Whether a model is of the family; absent if every model is. */
  readonly includes?: (name: ModelName) => boolean;
  readonly limits: ModelLimits;
  readonly source: string;
  readonly mark: Mark;
}

/** Limits of a family of models behind one API, which is named by its dialect. Later rows go before earlier ones. */
export interface LimitRow extends FamilyLimits {
  readonly api: string;
}
