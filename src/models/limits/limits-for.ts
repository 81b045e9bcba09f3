import type { ModelLimits } from "./model-limits.ts";

const nothingKnown: ModelLimits = {};

/** The limits of a model behind an API, which is named by its dialect. An unknown model has the API's own limits only. */
export function limitsFor(_api: string, _model: string): ModelLimits {
  return nothingKnown;
}
