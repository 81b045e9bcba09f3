import { compileLayer, refuseInvalid } from "./compile.ts";
import type { Policy, PolicyLayer } from "./policy.ts";
import type { ProfileSource } from "./profile-source.ts";
import type { PatternIssue } from "./rule-list.ts";

/**
 * Compiles profiles that all apply. An action must be allowed by each of them, so a further profile can only deny more.
 * Throws `policy_invalid` with every pattern that does not compile.
 *
 * @example
 * import { openPolicy } from "agent-backplane/contract";
 * import { layerProfiles } from "agent-backplane/policy";
 * const user = { prefix: "user.", profile: openPolicy() };
 * const team = { prefix: "team.", profile: { ...openPolicy(), disallowed_tools: ["WebFetch"] } };
 * const policy = layerProfiles([user, team]);
 */
export function layerProfiles(sources: readonly ProfileSource[]): Policy {
  const issues: PatternIssue[] = [];
  const place = { root: undefined, home: undefined };
  const layers: PolicyLayer[] = sources.map(({ prefix, profile }) =>
    compileLayer(profile, { prefix, place, foldsCase: false }, issues),
  );
  refuseInvalid(issues);
  return { layers, place, foldsCase: false };
}
