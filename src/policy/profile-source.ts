import type { PolicyProfile } from "../contract/index.ts";

/** A profile, and the place that it stands at. */
export interface ProfileSource {
  /** The start of the ids of its rules: empty, `floor.`, or the place of the profile, such as `keys.ci.policy.`. */
  readonly prefix: string;
  readonly profile: PolicyProfile;
}
