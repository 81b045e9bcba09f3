import type { CompatibilityMode } from "../../contract/index.ts";

/** How exactly an engine has to get what the caller asked for. */
export interface AttemptRules {
  readonly compatibility: CompatibilityMode;
  /** The losses that strict mode discloses all the same. */
  readonly waived: readonly string[];
}
