import { builtInRule, type Decision, describeRule, listRule, printable } from "../decision.ts";
import { type ToolReference, toolName } from "./tool-name.ts";
import type { ToolPolicy } from "./tool-policy.ts";
import { findToolPermission, findToolRule } from "./tool-rules.ts";

/**
 * Decides whether a tool may be used. `needsApproval` also decides whether a person must approve.
 *
 * @example
 * import { canUseTool } from "agent-backplane/policy";
 * const { verdict } = canUseTool(policy, "mcp__github__create_issue");
 */
export function canUseTool(policy: ToolPolicy, tool: string | ToolReference): Decision {
  const reference = typeof tool === "string" ? { name: tool } : tool;
  const name = toolName(reference);
  const subject = name.trim();
  const shown = printable(subject);
  if (reference.name.trim() === "" || /\p{Cc}/u.test(name) || !name.isWellFormed()) {
    const rule = builtInRule("tools.malformed_name");
    return { verdict: "deny", rule, subject: shown, reason: `'${shown}' is not a tool name` };
  }
  for (const layer of policy.layers) {
    const index = findToolRule(layer.disallowedTools, reference);
    if (index === -1) continue;
    const rule = listRule(layer.prefix, "disallowed_tools", index, layer.profile.disallowed_tools[index]!);
    return {
      verdict: "deny",
      rule,
      subject,
      reason: `tool '${shown}' is disallowed by ${describeRule(rule)}`,
    };
  }
  let permission = builtInRule("default.allow");
  for (const layer of policy.layers) {
    if (layer.allowedTools === undefined) continue;
    const index = findToolPermission(layer.allowedTools, reference);
    if (index === -1) {
      const rule = builtInRule("tools.not_in_allowlist", layer.prefix);
      return { verdict: "deny", rule, subject, reason: `tool '${shown}' not in allowlist` };
    }
    permission = listRule(layer.prefix, "allowed_tools", index, layer.profile.allowed_tools[index]!);
  }
  return {
    verdict: "allow",
    rule: permission,
    subject,
    reason: `tool '${shown}' is allowed by ${describeRule(permission)}`,
  };
}
