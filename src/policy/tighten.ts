import type { PolicyProfile } from "../contract/index.ts";
import { compileLayer, type PolicyOptions, refuseInvalid } from "./compile.ts";
import type { Policy } from "./policy.ts";
import type { PatternIssue } from "./rule-list.ts";

/**
 * Adds a profile to a policy, which becomes its floor. An action that either of them denies stays denied.
 *
 * @example
 * import { openPolicy } from "agent-backplane/contract";
 * import { tightenPolicy } from "agent-backplane/policy";
 * const tighter = tightenPolicy(policy, { ...openPolicy(), deny_network: ["*"] });
 */
export function tightenPolicy(
  floor: Policy,
  profile: PolicyProfile,
  options: Pick<PolicyOptions, "explicitEmptyAllow"> = {},
): Policy {
  const issues: PatternIssue[] = [];
  const { place, foldsCase } = floor;
  const layer = compileLayer(profile, { prefix: "", place, foldsCase, ...options }, issues);
  refuseInvalid(issues);
  const below = floor.layers.map((each) => ({ ...each, prefix: `floor.${each.prefix}` }));
  return { ...floor, layers: [...below, layer] };
}
