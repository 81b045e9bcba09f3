import type { Requirement } from "../demand/requirement.ts";
import type { Claim } from "../supply/claim.ts";

/** The outcome for one requirement. */
export type FindingOutcome = "satisfied" | "emulated" | "restricted" | "deferred" | "degraded" | "missing";

/** The first failed check, or `ok`. */
export type FindingReason =
  | "ok"
  | "unsupported"
  | "unlisted"
  | "unknown"
  | "below_floor"
  | "below_minimum"
  | "kind_missing";

export interface Finding {
  readonly requirement: Requirement;
  readonly claim: Claim;
  readonly outcome: FindingOutcome;
  readonly reason: FindingReason;
  /** Why the missing capability is not emulated, if that is decided by name. */
  readonly unemulated?: string;
}
