/**
 * Exports of the package that no command calls yet. knip reads this file as an entry: it accepts these names and
 * reports every other export without a caller. Each group gives the reason why it is kept. Remove a name from this file
 * when the product starts to call it, or together with the export itself.
 */

// Tests outside the folders start these.
export { agentConnections } from "../src/agents/index.ts";
// The published contract: each document, block and record that schemas/ describes has a parser and a type.
export {
  AudioBlock,
  ChainPosition,
  ContextPacket,
  ContextSnippet,
  Envelope,
  ExecutionLane,
  FindingRecord,
  PolicyDecisionRecord,
  parseVersion,
  RedactedThinkingBlock,
  RefusalBlock,
  Reported,
  Role,
  RunLimits,
  RunMetadata,
  RuntimeConfig,
  SidecarEvent,
  VerificationReport,
  VideoBlock,
  WorkspaceMode,
  WorkspaceSpec,
} from "../src/contract/index.ts";
export { startServer } from "../src/daemon/index.ts";
// The package entry ./dialects: users translate bodies, account for losses and read the feature tables without a gateway.
export {
  accountReply,
  accountRequest,
  canonicalModel,
  collapse,
  dialectIds,
  featureOf,
  features,
  listUsedFeatures,
  listUsedReplyFeatures,
  memoryCustody,
  refuseLosses,
  replyFeatures,
  returnReply,
} from "../src/dialects/index.ts";
// abp/v0.1 documents these negotiation calls for library users.
// abp/v0.1 documents these emulation calls for library users.
// A work order goes to the backend with the best score. The runtime calls this once it has several backends.
// A reply that breaks its JSON Schema gets one repair round on request (docs/negotiation.md). The gateway will offer it.
// Session negotiation (docs/negotiation.md): switches, subagents, parameters, obligations and their audit trail. The
// daemon calls them once it serves sessions.
export {
  acknowledgeByPolicy,
  appendAudit,
  applyEmulation,
  canEmulate,
  checkCapability,
  checkCompatibility,
  checkStructuredOutput,
  countRequirements,
  decideModelSwitch,
  defaultStrategy,
  EmulationEngine,
  hasUnemulatable,
  isCompatible,
  isEmpty,
  joinDemand,
  type ModelCapabilities,
  manifestFromSession,
  matchRequirements,
  negotiate,
  projectOrder,
  repairRequest,
  requirementFromSession,
  resetParam,
  satisfies,
  settleObligation,
  spawnSubagent,
  switchFacts,
  switchSession,
  triggerOf,
  unsetParam,
  verifyAudit,
  withdrawDemand,
} from "../src/negotiation/index.ts";
// Policy decisions that the runtime enforces once it runs agents (docs/policy.md).
export { canWritePath, describePolicy, needsApproval } from "../src/policy/index.ts";
// Receipts with redacted values, their hashes, and witnesses: library calls (docs/receipts.md).
export {
  checkDisclosure,
  countersign,
  hashCompatible,
  hashReceipt,
  redactReceipt,
} from "../src/receipts/index.ts";
// A library user's gateway takes a log of the user's own.
export { openLog } from "../src/telemetry/index.ts";
