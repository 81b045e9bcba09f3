import { compileLayer, refuseInvalid } from "./compile.ts";
import type { Policy, PolicyLayer } from "./policy.ts";
import type { ProfileSource } from "./profile-source.ts";
import type { PatternIssue } from "./rule-list.ts";

/**
 * Compiles profiles that all apply. An action must be allowed by each of them, so a further profile can only deny more.
 * Throws `policy_invalid` with every pattern that does not compile.
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
