import type { PathPolicy } from "./path-policy.ts";

/** Stars cross `/`, so a pattern of stars and slashes matches every path. */
const EVERYTHING = /^(?:\.\/)?(?:\*+\/)*\*+$/;

/**
 * Whether the policy denies every write, so that the whole workspace can be made read-only.
 *
 * @example
 * import { deniesEveryWrite } from "agent-backplane/policy";
 * const mode = deniesEveryWrite(policy) ? "read-only" : "writable";
 */
export function deniesEveryWrite(policy: PathPolicy): boolean {
  return policy.layers.some(({ profile }) => profile.deny_write.some((pattern) => EVERYTHING.test(pattern)));
}
