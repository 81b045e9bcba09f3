import type { PolicyList } from "./decision.ts";
import type { Policy, PolicyLayer } from "./policy.ts";

const lists: readonly PolicyList[] = [
  "allowed_tools",
  "disallowed_tools",
  "deny_read",
  "deny_write",
  "allow_network",
  "deny_network",
  "require_approval_for",
  "allowed_models",
  "disallowed_models",
  "allowed_engines",
  "disallowed_engines",
];

/**
 * Describes a policy in one line for a receipt: `open` without any rules, otherwise the number of rules per list.
 *
 * @example
 * import { describePolicy } from "agent-backplane/policy";
 * console.log(describePolicy(policy));
 */
export function describePolicy(policy: Policy): string {
  const parts = policy.layers.flatMap((layer) => lists.flatMap((list) => describeList(layer, list)));
  return parts.length === 0 ? "open" : parts.join(", ");
}

function describeList(layer: PolicyLayer, list: PolicyList): string[] {
  const count = layer.profile[list]?.length ?? 0;
  const closed =
    (list === "allowed_tools" && layer.allowedTools !== undefined) ||
    (list === "allow_network" && layer.allowNetwork !== undefined);
  return count > 0 || closed ? [`${layer.prefix}${list} ${count}`] : [];
}
