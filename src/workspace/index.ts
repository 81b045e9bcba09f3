export { displayPath } from "./manifest/display-path.ts";
export type { Manifest, ManifestEntry } from "./manifest/manifest.ts";
export { openStage } from "./stage/open-stage.ts";
export type { PathNote, Stage } from "./stage/stage.ts";
export type { StageBudget, StageMethod, StageRequest } from "./stage/stage-request.ts";
export { type AbandonedStage, abandonedStages } from "./sweep/abandoned-stages.ts";
