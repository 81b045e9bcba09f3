/** Models: which there are, and what each API accepts of them. */

export type { Cell, Modality, ModelCatalogue, ModelEntry, Profile } from "./catalogue/model-entry.ts";
export { canonicalProvider, findModel, type ModelMatch } from "./catalogue/model-lookup.ts";
export { modelCatalogue } from "./catalogue/models.ts";
export { type Lesson, learnFromError, withLessons } from "./evidence/learning.ts";
export type { StopLimits } from "./limits/answer/stop.ts";
export { limitRows } from "./limits/apis/limit-rows.ts";
export type { LimitRow, Mark } from "./limits/limit-row.ts";
export { limitsFor } from "./limits/limits-for.ts";
export type { ModelLimits } from "./limits/model-limits.ts";
export type { NumberLimit } from "./limits/sampling.ts";
