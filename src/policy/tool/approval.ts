import { type Decision, describeRule, listRule, printable } from "../decision.ts";
import { canUseTool } from "./tool-decision.ts";
import type { ToolReference } from "./tool-name.ts";
import type { ToolPolicy } from "./tool-policy.ts";
import { findToolRule } from "./tool-rules.ts";

/**
 * Decides whether a tool may be used, and whether a person must approve first. A denial wins.
 *
 * @example
 * import { needsApproval } from "agent-backplane/policy";
 * if (needsApproval(policy, "Bash").verdict === "ask") console.log("ask the user");
 */
export function needsApproval(policy: ToolPolicy, tool: string | ToolReference): Decision {
  const use = canUseTool(policy, tool);
  if (use.verdict === "deny") return use;
  const reference = typeof tool === "string" ? { name: tool } : tool;
  for (const layer of policy.layers) {
    const index = findToolRule(layer.approvals, reference);
    if (index === -1) continue;
    const pattern = layer.profile.require_approval_for[index]!;
    const rule = listRule(layer.prefix, "require_approval_for", index, pattern);
    const reason = `tool '${printable(use.subject)}' requires approval by ${describeRule(rule)}`;
    return { verdict: "ask", rule, subject: use.subject, reason };
  }
  return use;
}
