/** Negotiation: what is needed, what there is, and what follows from both. */
export {
  type CapabilityId,
  type Claim,
  type Evidence,
  evidences,
  readClaim,
  type Support,
  supports,
  unknownClaim,
} from "./claim.ts";
export {
  type Manifest,
  type ManifestParts,
  makeManifest,
  manifestFromWire,
  manifestToWire,
  pendingManifest,
  readSupportLevel,
  type WireOrigin,
  type WireSupport,
} from "./manifest.ts";
export {
  type Finding,
  type FindingOutcome,
  type FindingReason,
  type Floor,
  formatSource,
  type Need,
  needs,
  type Requirement,
  type SourceKind,
  type SourceRef,
} from "./requirement.ts";
export { compareTargets, compareText, formatTarget, sameTarget, type Target } from "./target.ts";
