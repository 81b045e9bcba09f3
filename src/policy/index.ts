import "../lib/index.ts";

export {
  APPROVAL_TIMEOUT_MS,
  type Approval,
  type ApprovalQuestion,
  type Approver,
  askApprover,
  denyingApprover,
  type JudgedOperation,
  type RiskLevel,
} from "./approval/approver.ts";
export { type AllowList, compilePolicy, type PolicyOptions } from "./compile.ts";
export {
  type BuiltInRule,
  type Decision,
  describeRule,
  type PolicyList,
  type Rule,
  type Verdict,
} from "./decision.ts";
export { describePolicy } from "./description.ts";
export { layerProfiles } from "./layers.ts";
export { canUseEngine, canUseModel } from "./name/name-decision.ts";
export type { AddressClass } from "./network/address.ts";
export {
  canConnect,
  type NetworkDecision,
  type NetworkFacts,
  permitsNetwork,
} from "./network/network-decision.ts";
export { deniesEveryWrite } from "./path/every-write.ts";
export { canReadPath, canWritePath, type PathFacts } from "./path/path-decision.ts";
export type { Policy } from "./policy.ts";
export type { ProfileSource } from "./profile-source.ts";
export type { PatternIssue } from "./rule-list.ts";
export { tightenPolicy } from "./tighten.ts";
export { needsApproval } from "./tool/approval.ts";
export { canUseTool } from "./tool/tool-decision.ts";
export type { ToolReference } from "./tool/tool-name.ts";
