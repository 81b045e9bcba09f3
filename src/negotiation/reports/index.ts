/** Negotiation in the words of abp/v0.1, of sessions and of receipts. */
export { type CompatibilityCheck, checkCompatibility, type MappingFault } from "./compatibility-mode.ts";
export { type CompatibilityReport, generateReport, resultFromReport } from "./compatibility-report.ts";
export {
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticFacts,
  diagnose,
  readDiagnostic,
  type SessionMiss,
  type SessionParamImpact,
  type SessionTarget,
  writeDiagnostic,
} from "./diagnostic.ts";
export { type AppliedReport, appliedEmulations } from "./emulation-report.ts";
export { decisionWarnings, negotiationRecord } from "./negotiation-record.ts";
export {
  ADAPTER_STRATEGY,
  checkCapability,
  countRequirements,
  isCompatible,
  manifestFromResult,
  type NegotiationResult,
  negotiate,
  type ReportedSupport,
  resultFromDecision,
} from "./negotiation-result.ts";
export {
  idOfSessionName,
  type ModelCapabilities,
  manifestFromSession,
  manifestToSession,
  requirementFromSession,
  requirementToSession,
  type SessionCapability,
  type SessionLevel,
  type SessionNeed,
  sessionCapabilities,
  sessionNameOf,
} from "./session-vocabulary.ts";
export { type MatchFailure, type MatchResult, matchRequirements, satisfies } from "./support-matching.ts";
