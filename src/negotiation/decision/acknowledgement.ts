import { AbpError } from "../../contract/index.ts";
import type { CapabilityId } from "../supply/claim.ts";
import { type Acknowledgement, capabilitiesWith, type Decision } from "./decision.ts";

/** The capabilities that may degrade without asking a person. */
export type LossPolicy = "all" | "none" | readonly CapabilityId[];

/** The degraded capabilities that the acknowledgement does not accept. */
export function unacknowledged(
  decision: Decision,
  ack: Acknowledgement | undefined,
): readonly CapabilityId[] {
  const accepted = ack?.accepted ?? [];
  return capabilitiesWith(decision, "degraded").filter((capability) => !accepted.includes(capability));
}

/** The error for degraded capabilities that were not accepted. */
export function missingAcknowledgement(decision: Decision, open: readonly CapabilityId[]): AbpError {
  return new AbpError(
    "negotiation_acknowledgement_required",
    `nobody accepted to go without ${open.join(", ")}`,
    {
      details: { decision_id: decision.id, capabilities: open },
    },
  );
}

/**
 * Acknowledges in the place of a person: accepts those degraded capabilities that the policy covers.
 *
 * @example
 * import { acknowledgeByPolicy } from "agent-backplane/negotiation";
 * const acknowledgement = acknowledgeByPolicy(decision, ["prompt_caching"], new Date().toISOString());
 */
export function acknowledgeByPolicy(decision: Decision, policy: LossPolicy, at: string): Acknowledgement {
  const degraded = capabilitiesWith(decision, "degraded");
  const covered = (name: CapabilityId): boolean =>
    policy !== "none" && (policy === "all" || policy.includes(name));
  return { by: "policy", at, accepted: degraded.filter(covered) };
}
