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
// Decisions that library users ask for (docs/policy.md).
export { canWritePath, describePolicy, needsApproval } from "../src/policy/index.ts";
// Receipts with redacted values, their hashes, and witnesses: library calls (docs/receipts.md).
export {
  checkDisclosure,
  countersign,
  hashCompatible,
  hashReceipt,
  parseEnvelope,
  redactReceipt,
  validateReceipt,
} from "../src/receipts/index.ts";
export { startServer } from "../src/server/index.ts";
// A library user's gateway takes a log of the user's own.
export { openLog } from "../src/telemetry/index.ts";
