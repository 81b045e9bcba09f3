/** Projection: which backend suits a work order best, and why. */
export {
  type Fidelity,
  type FidelityRequest,
  type MappingLookup,
  type MappingQuality,
  rateFidelity,
} from "./fidelity.ts";
export {
  type Projection,
  type ProjectionRequest,
  projectionOfOrder,
  projectOrder,
  projectRequirements,
} from "./projection.ts";
export {
  type BackendScore,
  coverageOf,
  PASSTHROUGH_BONUS,
  type ProjectionBackend,
  type ScoreTerm,
  scoreBackend,
} from "./score.ts";
export { checkWeights, defaultWeights, type ProjectionWeights } from "./weights.ts";
