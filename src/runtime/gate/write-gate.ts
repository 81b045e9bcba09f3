import { canWritePath, type Policy } from "../../policy/index.ts";
import { type Change, displayPath, type PathNote } from "../../workspace/index.ts";
import type { DecisionList } from "./decision-list.ts";

/** The most denied changes that are listed. */
const MAX_LISTED = 1000;

/** A change that the policy denies. */
export type DeniedChange = PathNote & { readonly rule: string };

/** The changes of a run, by what the policy says to them. */
export interface JudgedChanges {
  readonly permitted: readonly Change[];
  /** The first denied changes. */
  readonly denied: readonly DeniedChange[];
}

/**
 * Applies `deny_write` to the changes of a run, so that it does not matter how the agent made them. A rename is denied if
 * either of its paths is. A path that cannot be judged is denied if there is any rule.
 */
export function judgeChanges(
  policy: Policy,
  changes: readonly Change[],
  decisions: DecisionList,
): JudgedChanges {
  if (policy.layers.every(({ profile }) => profile.deny_write.length === 0)) {
    return { permitted: changes, denied: [] };
  }
  const denied: DeniedChange[] = [];
  const permitted = changes.filter(({ rawPath, from }) => {
    for (const path of from === undefined ? [rawPath] : [rawPath, from]) {
      const decision = canWritePath(policy, Buffer.from(path, "latin1").toString());
      if (decision.verdict === "allow") continue;
      decisions.note({ verdict: "denied", operation: "write_path", decision });
      const note = { path: displayPath(path), reason: decision.reason, rule: decision.rule.id };
      if (denied.length < MAX_LISTED) denied.push(note);
      return false;
    }
    return true;
  });
  return { permitted, denied };
}
