/** Negotiation: what is needed, what there is, and what follows from both. */
export {
  acknowledgeByPolicy,
  type LossPolicy,
  missingAcknowledgement,
  unacknowledged,
} from "./acknowledgement.ts";
export {
  type AuditBreak,
  type AuditEntry,
  type AuditFacts,
  type AuditScope,
  appendAudit,
  findAuditBreak,
  switchFacts,
  verifyAudit,
} from "./audit.ts";
export {
  type CapabilityEntry,
  canonicalCapability,
  canonicalProvider,
  capabilities,
  capabilityIds,
  capabilityName,
  catalogueManifest,
  findModel,
  type ModelCatalogue,
  type ModelEntry,
  type ModelMatch,
  modelCatalogue,
} from "./catalogue/index.ts";
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
export { clampClaim, supportRank } from "./clamp.ts";
export {
  type Acknowledgement,
  capabilitiesWith,
  type Decision,
  type DecisionRequest,
  decide,
  type PlanStep,
} from "./decision.ts";
export {
  compareClauses,
  type Demand,
  digestDemand,
  inheritDemand,
  joinDemand,
  orderDemand,
  withdrawDemand,
} from "./demand.ts";
export { findDemandFaults } from "./demand-fault.ts";
export {
  ADAPTER_STRATEGY,
  type AppliedReport,
  appliedEmulations,
  type CompatibilityCheck,
  type CompatibilityReport,
  checkCapability,
  checkCompatibility,
  countRequirements,
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticFacts,
  decisionWarnings,
  diagnose,
  generateReport,
  idOfSessionName,
  isCompatible,
  type MappingFault,
  type MatchFailure,
  type MatchResult,
  type ModelCapabilities,
  manifestFromResult,
  manifestFromSession,
  manifestToSession,
  matchRequirements,
  type NegotiationResult,
  negotiate,
  negotiationRecord,
  type ReportedSupport,
  readDiagnostic,
  requirementFromSession,
  requirementToSession,
  resultFromDecision,
  resultFromReport,
  type SessionCapability,
  type SessionLevel,
  type SessionMiss,
  type SessionNeed,
  type SessionParamImpact,
  type SessionTarget,
  satisfies,
  sessionCapabilities,
  sessionNameOf,
  writeDiagnostic,
} from "./edges/index.ts";
export type { Finding, FindingOutcome, FindingReason } from "./finding.ts";
export {
  type EmulatorRef,
  type Judged,
  type JudgeOptions,
  judge,
  type Lane,
  type Mode,
  type Verdict,
  verdictOf,
} from "./judge.ts";
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
  type Obligation,
  type Settlement,
  settleObligation,
  type Trial,
  type TrialContext,
} from "./obligation.ts";
export { decideOrder, type OrderRequest, requirementsFromWire } from "./order.ts";
export {
  checkByManifest,
  commonParamRules,
  type ParamCheck,
  type ParamImpact,
  type ParamProjection,
  type ParamRule,
  projectParams,
} from "./param-projection.ts";
export {
  buildBag,
  emptyLayer,
  listLeaves,
  type ParamLayer,
  type ParamLayerName,
  type ParamLayers,
  type ParamLeaf,
  type ParamPath,
  resetParam,
  setParam,
  unsetParam,
} from "./params.ts";
export {
  type BackendScore,
  checkWeights,
  coverageOf,
  defaultWeights,
  type Fidelity,
  type FidelityRequest,
  type MappingLookup,
  type MappingQuality,
  PASSTHROUGH_BONUS,
  type Projection,
  type ProjectionBackend,
  type ProjectionRequest,
  type ProjectionWeights,
  projectionOfOrder,
  projectOrder,
  projectRequirements,
  rateFidelity,
  type ScoreTerm,
  scoreBackend,
} from "./projection/index.ts";
export { describeMiss, listMisses, type Miss, rejection } from "./rejection.ts";
export {
  type Floor,
  formatSource,
  type Need,
  needs,
  type Requirement,
  type SourceKind,
  type SourceRef,
} from "./requirement.ts";
export {
  type ChangePlan,
  newSession,
  planChange,
  type Session,
  type SessionChange,
  type SessionParams,
} from "./session.ts";
export { childDemand, decideSpawn, type Spawn, type SpawnRequest, spawnSubagent } from "./subagent.ts";
export { type SuggestionRequest, suggestTargets } from "./suggestion.ts";
export {
  assembleSupply,
  contradicts,
  LEARNT_MAX_AGE,
  type LearntFact,
  type Overstatement,
  type Supply,
  type SupplyParts,
} from "./supply.ts";
export {
  type SwitchOptions,
  type SwitchResult,
  type SwitchStatus,
  type SwitchSteps,
  switchSession,
} from "./switch.ts";
export { compareTargets, compareText, formatTarget, sameTarget, type Target } from "./target.ts";
export { type Happening, type Trigger, triggerOf } from "./trigger.ts";
