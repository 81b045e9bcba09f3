/** The catalogue: every capability there is, and what the current models of the vendors can do. */
export {
  type CapabilityEntry,
  canonicalCapability,
  capabilities,
  capabilityIds,
  capabilityName,
} from "./capabilities.ts";
export type { Cell, Modality, ModelCatalogue, ModelEntry, Profile } from "./model-entry.ts";
export { canonicalProvider, findModel, type ModelMatch } from "./model-lookup.ts";
export { catalogueManifest } from "./model-manifest.ts";
export { modelCatalogue } from "./models.ts";
