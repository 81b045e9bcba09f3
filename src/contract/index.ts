/** The contract: the documents, the conversation and the errors that everything else speaks in. */
import "../lib/index.ts";

export { BackendIdentity } from "./backend-identity.ts";
export { listTokenProblems, MIN_TOKEN_LENGTH, type TokenHolder, tokenDigest } from "./call/caller-token.ts";
export {
  checkModelName,
  MAX_MODEL_NAME_BYTES,
  MAX_MODEL_TEXT_BYTES,
  modelNameTooLong,
} from "./call/model-name.ts";
export { ALL_TENANTS, type KeyRole, keyRoles, modelCallRoles } from "./call/role.ts";
export {
  Capability,
  CapabilityManifest,
  CapabilityRequirement,
  CapabilityRequirements,
  MinSupport,
  SupportLevel,
  wireCapabilities,
} from "./capability.ts";
export {
  AudioBlock,
  Block,
  Citation,
  DocumentBlock,
  ImageBlock,
  OpaqueBlock,
  RedactedThinkingBlock,
  RefusalBlock,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  ToolUseBlock,
  VideoBlock,
} from "./conversation/block.ts";
export { HostedTool } from "./conversation/hosted-tool.ts";
export { Disposition, LossEntry, LossReport } from "./conversation/loss.ts";
export { MediaSource } from "./conversation/media.ts";
export { Message, Role } from "./conversation/message.ts";
export { Candidate, Reply, Stop } from "./conversation/reply.ts";
export { Conversation, OutputFormat, Reasoning, Sampling } from "./conversation/request.ts";
export { SearchResult, SearchUnit } from "./conversation/search-unit.ts";
export { StreamEvent } from "./conversation/stream-event.ts";
export { TokenUsage } from "./conversation/token-usage.ts";
export { Tool, ToolChoice } from "./conversation/tool.ts";
export { CacheHint, VendorMembers } from "./conversation/vendor.ts";
export {
  type DocumentKind,
  type DocumentOf,
  documents,
  listIssues,
  parseDocument,
  parseWith,
  readDocument,
  readDocumentJson,
  type SchemaIssue,
} from "./document.ts";
export { Envelope } from "./envelope.ts";
export { AbpError, type AbpErrorOptions } from "./errors/abp-error.ts";
export { type ErrorBody, errorBody } from "./errors/body.ts";
export { type MappingContext, mappingDetails } from "./errors/mapping-details.ts";
export { type Problem, problemOf } from "./errors/problem.ts";
export { type ErrorRow, ExitCode } from "./errors/rows/row.ts";
export {
  formatKeyPath,
  readSettings,
  type SettingIssue,
  settingError,
  settingIssuesOf,
  settingsError,
} from "./errors/setting-error.ts";
export {
  type ErrorCode,
  errorCodes,
  errorRow,
  errorTable,
  type WireErrorCode,
  wireErrorCode,
  wireErrorCodes,
} from "./errors/table.ts";
export { AgentEvent, ReportedErrorCode, SidecarEvent } from "./event.ts";
export { CompatibilityMode, ExecutionLane, ExecutionMode, Outcome } from "./execution.ts";
export { openPolicy, PolicyProfile } from "./policy-profile.ts";
export { ArtifactRef } from "./receipt/artifact.ts";
export { buildReceipt, type ReceiptExtensions, type ReceiptFacts } from "./receipt/builder.ts";
export { CallRecord, ToolCallRecord } from "./receipt/call-record.ts";
export { ChainPosition } from "./receipt/chain.ts";
export { ClockRecord, clockRecord } from "./receipt/clock-record.ts";
export { Cost, nanoUsd } from "./receipt/cost.ts";
export { EmulationRecord, FindingRecord, NegotiationRecord } from "./receipt/negotiation-record.ts";
export { BodyDigest, Observed, PolicyDecisionRecord } from "./receipt/observed.ts";
export { HashAlgorithm, Receipt, RunMetadata } from "./receipt/receipt.ts";
export { Reported } from "./receipt/reported.ts";
export { BudgetRecord } from "./receipt/run/budget-record.ts";
export { CheckRecord } from "./receipt/run/check-record.ts";
export { EnforcementRecord } from "./receipt/run/enforcement-record.ts";
export { ModelCallsRecord } from "./receipt/run/model-calls-record.ts";
export { SidecarRecord } from "./receipt/run/sidecar-record.ts";
export { TraceRecord } from "./receipt/run/trace-record.ts";
export { WorkspaceRecord } from "./receipt/run/workspace-record.ts";
export { SearchRecord, UpstreamCallRecord } from "./receipt/search-record.ts";
export { Termination } from "./receipt/termination.ts";
export { TransferRecord } from "./receipt/transfer-record.ts";
export { addUsage, Usage } from "./receipt/usage.ts";
export { VerificationReport } from "./receipt/verification.ts";
export { recogniseDocument } from "./recognise-document.ts";
export { SandboxLevel } from "./sandbox-level.ts";
export { formatTimestamp } from "./timestamp.ts";
export { type UnknownMember, unknownMembers } from "./unknown-members.ts";
export { checkHome, userHome } from "./user-home.ts";
export { CONTRACT_VERSION, type ContractVersion, isCompatibleVersion, parseVersion } from "./version.ts";
export { buildWorkOrder, type WorkOrderOptions } from "./work-order/builder.ts";
export { ContextImage, ContextPacket, ContextSnippet } from "./work-order/context-packet.ts";
export { executionMode } from "./work-order/execution-mode.ts";
export { McpServer } from "./work-order/mcp-server.ts";
export { type PassthroughRequest, passthroughRequest } from "./work-order/passthrough-request.ts";
export { Resume } from "./work-order/resume.ts";
export { RunLimits } from "./work-order/run-limits.ts";
export { RuntimeConfig } from "./work-order/runtime-config.ts";
export { WorkOrder } from "./work-order/work-order.ts";
export { WorkspaceMode, WorkspaceSpec } from "./work-order/workspace-spec.ts";
