import type { Requirement } from "../demand/requirement.ts";
import type { Claim } from "../supply/claim.ts";

/** What became of one requirement. */
export type FindingOutcome = "satisfied" | "emulated" | "restricted" | "deferred" | "degraded" | "missing";

/** Why: the first test that failed, or `ok`. */
export type FindingReason =
  | "ok"
  | "unsupported"
  | "unlisted"
  | "unknown"
  | "below_floor"
  | "below_minimum"
  | "kind_missing";

/** One requirement, the claim it was judged by, and the outcome. */
export interface Finding {
  readonly requirement: Requirement;
  readonly claim: Claim;
  readonly outcome: FindingOutcome;
  readonly reason: FindingReason;
}
