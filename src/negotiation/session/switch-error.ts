import { AbpError } from "../../contract/index.ts";
import { textOfJson } from "../../lib/index.ts";
import type { Decision } from "../decision/decision.ts";
import { formatTarget } from "../supply/target.ts";
import type { Session } from "./session.ts";

export function invalidDemand(faults: readonly string[]): AbpError {
  return new AbpError("validation_failed", `the demand is not valid: ${faults.join("; ")}`, {
    details: { faults },
  });
}

/** The error for a change of another revision than the stored one. */
export function staleRevision(session: Session): AbpError {
  return new AbpError(
    "negotiation_revision_stale",
    `session ${session.id} is no longer at the revision that the change was decided on`,
    { details: { session_id: session.id, revision: session.revision } },
  );
}

export function cancelledSwitch(decision: Decision): AbpError {
  return new AbpError(
    "negotiation_cancelled",
    `the switch to ${formatTarget(decision.target)} was cancelled`,
    {
      details: { decision_id: decision.id },
    },
  );
}

/** The error for a failed step. An `AbpError` is kept as it is. */
export function failedSwitch(decision: Decision, cause: unknown): AbpError {
  if (AbpError.is(cause)) return cause;
  const why = cause instanceof Error ? cause.message : textOfJson(cause);
  return new AbpError(
    "negotiation_switch_failed",
    `the switch to ${formatTarget(decision.target)} failed: ${why}`,
    { cause, details: { decision_id: decision.id, restored: true } },
  );
}
