import type { PolicyProfile } from "../../contract/index.ts";
import { canReadPath, compilePolicy, type Policy, tightenPolicy } from "../../policy/index.ts";

/** The places that the paths of a policy refer to. */
export interface PolicyPlaces {
  /** The absolute path of the workspace. */
  readonly root: string;
  /** The absolute path of `~`. */
  readonly home: string;
}

/** Compiles the policy of a run: the floors, and the order's own, which can only deny more. Throws `policy_invalid`. */
export function compileRunPolicy(
  own: PolicyProfile,
  floors: readonly PolicyProfile[],
  places: PolicyPlaces,
): Policy {
  const [lowest, ...others] = [...floors, own];
  return others.reduce((policy, profile) => tightenPolicy(policy, profile), compilePolicy(lowest!, places));
}

/**
 * Decides whether a file is left out of a stage: returns the id of the rule that denies reading it. A path that cannot be judged
 * is left out if there is any rule. A link that leads out of the workspace is staged as a link.
 */
export function readDenial(
  policy: Policy,
): ((path: string, resolved: string | undefined) => string | undefined) | undefined {
  if (policy.layers.every(({ profile }) => profile.deny_read.length === 0)) return undefined;
  return (path, resolved) => {
    const { verdict, rule } = canReadPath(policy, path, { resolved });
    return verdict === "deny" && rule.id !== "path.outside_root" ? rule.id : undefined;
  };
}
