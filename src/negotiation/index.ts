/** Capability negotiation: compares the needs of a work order, session or subagent with the capabilities of a target. */
import "../lib/index.ts";

export {
  type Cell,
  canonicalProvider,
  findModel,
  type Modality,
  type ModelCatalogue,
  type ModelEntry,
  type ModelMatch,
  modelCatalogue,
  type Profile,
} from "../models/index.ts";
export {
  type CapabilityEntry,
  canonicalCapability,
  capabilityIds,
} from "./catalogue/capabilities.ts";
export { catalogueManifest } from "./catalogue/model-manifest.ts";
export { acknowledgeByPolicy, type LossPolicy } from "./decision/acknowledgement.ts";
export {
  type Acknowledgement,
  type Decision,
  type DecisionRequest,
  decide,
  type PlanStep,
} from "./decision/decision.ts";
export { decideOrder, type OrderRequest } from "./decision/order-decision.ts";
export { type Miss, rejection } from "./decision/rejection.ts";
export { type Happening, type Trigger, triggerOf } from "./decision/trigger.ts";
export { type Demand, joinDemand, withdrawDemand } from "./demand/demand.ts";
export {
  type Floor,
  formatSource,
  type Need,
  type Requirement,
  type SourceKind,
  type SourceRef,
} from "./demand/requirement.ts";
export { requirementsFromWire } from "./demand/wire-requirement.ts";
export type { Emulation } from "./emulation/emulation.ts";
export type { Emulator, Preparation, TakenMember } from "./emulation/emulator.ts";
export {
  configureEmulators,
  defaultEmulators,
  type EmulatorSet,
  emulatableCapabilities,
  emulatableCapability,
  findStrategyFault,
} from "./emulation/emulator-set.ts";
export {
  applyEmulation,
  applyPlan,
  EmulationEngine,
  type PlannedEmulation,
} from "./emulation/engine.ts";
export {
  checkStructuredOutput,
  type JsonAnswer,
  readJsonAnswer,
  type StructuredOutcome,
} from "./emulation/json-output/json-answer.ts";
export { repairFor, repairRequest } from "./emulation/json-output/repair.ts";
export { compileLinearPattern, type LinearPattern } from "./emulation/json-schema/linear-pattern.ts";
export type { SchemaError } from "./emulation/json-schema/validator.ts";
export type { OrderEmulator } from "./emulation/order/order-emulator.ts";
export { type PreparedOrder, prepareOrder, QUESTION_EMULATOR } from "./emulation/order/order-emulators.ts";
export { canContinue, emulatorsForRun } from "./emulation/order/run-emulators.ts";
export type { RewrittenReply, StreamRewriter } from "./emulation/reply-rewriter.ts";
export {
  type EmulationEntry,
  type EmulationReport,
  type FidelityLoss,
  hasUnemulatable,
  isEmpty,
} from "./emulation/report.ts";
export {
  canEmulate,
  defaultStrategy,
  type EmulationConfig,
  type EmulationStrategy,
} from "./emulation/strategy.ts";
export type { Finding, FindingOutcome, FindingReason } from "./judgement/finding.ts";
export type { EmulatorRef, JudgeOptions, Lane, Mode, Verdict } from "./judgement/judge.ts";
export {
  type Obligation,
  type Settlement,
  settleObligation,
  type Trial,
  type TrialContext,
} from "./judgement/obligation.ts";
export {
  emptyLayer,
  type ParamLayer,
  type ParamLayerName,
  type ParamPath,
  resetParam,
  setParam,
  unsetParam,
} from "./params/param-layers.ts";
export type { ParamImpact, ParamRule } from "./params/param-projection.ts";
export type { MappingLookup, MappingQuality } from "./projection/fidelity.ts";
export { type Projection, type ProjectionRequest, projectOrder } from "./projection/projection.ts";
export type { BackendScore, ProjectionBackend, ScoreTerm } from "./projection/score.ts";
export type { ProjectionWeights } from "./projection/weights.ts";
export { answerNegotiation, type NegotiationQuestion } from "./question.ts";
export {
  type CompatibilityCheck,
  checkCompatibility,
  type MappingFault,
} from "./reports/compatibility-mode.ts";
export { type CompatibilityReport, generateReport } from "./reports/compatibility-report.ts";
export {
  type Diagnostic,
  type DiagnosticCode,
  diagnose,
  type SessionMiss,
  type SessionParamImpact,
  type SessionTarget,
} from "./reports/diagnostic.ts";
export { decisionWarnings, negotiationRecord } from "./reports/negotiation-record.ts";
export {
  checkCapability,
  countRequirements,
  isCompatible,
  type NegotiationResult,
  negotiate,
  type ReportedSupport,
  resultFromDecision,
} from "./reports/negotiation-result.ts";
export {
  type ModelCapabilities,
  manifestFromSession,
  requirementFromSession,
  type SessionCapability,
  type SessionLevel,
  type SessionNeed,
} from "./reports/session-vocabulary.ts";
export {
  type MatchFailure,
  type MatchResult,
  matchRequirements,
  satisfies,
} from "./reports/support-matching.ts";
export { readRequirement } from "./requirement-text.ts";
export {
  type AuditEntry,
  type AuditFacts,
  type AuditScope,
  appendAudit,
  switchFacts,
  verifyAudit,
} from "./session/audit.ts";
export { decideModelSwitch, type ModelSwitch, type ModelSwitchRequest } from "./session/model-switch.ts";
export {
  type ChangePlan,
  newSession,
  planChange,
  type Session,
  type SessionChange,
  type SessionParams,
} from "./session/session.ts";
export { type Spawn, type SpawnRequest, spawnSubagent } from "./session/subagent.ts";
export {
  type SwitchOptions,
  type SwitchResult,
  type SwitchStatus,
  type SwitchSteps,
  switchSession,
} from "./session/switch.ts";
export type { CapabilityId, Claim, Evidence, Support } from "./supply/claim.ts";
export {
  type Manifest,
  manifestFromWire,
  manifestToWire,
  type WireOrigin,
  type WireSupport,
} from "./supply/manifest.ts";
export type { LearntFact, Overstatement } from "./supply/supply.ts";
export { formatTarget, type Target } from "./supply/target.ts";
