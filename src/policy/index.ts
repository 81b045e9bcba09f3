export type { AddressClass } from "./address.ts";
export { needsApproval } from "./approval.ts";
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
export { canConnect, type NetworkDecision, type NetworkFacts } from "./network.ts";
export { canReadPath, canWritePath, type PathFacts } from "./path-decision.ts";
export type { Policy } from "./policy.ts";
export type { PatternIssue } from "./rule-list.ts";
export { tightenPolicy } from "./tighten.ts";
export { canUseTool } from "./tool.ts";
export type { ToolReference } from "./tool-name.ts";
