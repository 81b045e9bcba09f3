import { AbpError } from "../../contract/index.ts";
import { missingAcknowledgement, unacknowledged } from "../decision/acknowledgement.ts";
import type { Acknowledgement, Decision } from "../decision/decision.ts";
import { rejection } from "../decision/rejection.ts";
import { findDemandFaults } from "../demand/demand-fault.ts";
import { type ChangePlan, planChange, type Session, type SessionChange } from "./session.ts";
import { cancelledSwitch, failedSwitch, invalidDemand, staleRevision } from "./switch-error.ts";

export type SwitchStatus =
  | "committed"
  | "rejected"
  | "unacknowledged"
  | "cancelled"
  | "stale"
  | "failed"
  | "invalid";

/** The result of a switch, and the session after it. It is the old session unless the status is `committed`. */
export type SwitchResult =
  | { readonly status: "committed"; readonly session: Session; readonly plan: ChangePlan }
  | {
      readonly status: Exclude<SwitchStatus, "committed">;
      readonly session: Session;
      /** Absent when the change was too invalid to decide on. */
      readonly decision?: Decision;
      readonly error: AbpError;
    };

/** The side effects of a switch. `Prepared` is everything that the new target needs to run. */
export interface SwitchSteps<Prepared> {
  /** Asks for acceptance of degraded capabilities. Without a person, a policy answers. */
  acknowledge(decision: Decision, signal: AbortSignal): Promise<Acknowledgement | undefined>;
  /** Prepares the new target without activating it. */
  prepare(plan: ChangePlan, signal: AbortSignal): Promise<Prepared>;
  /**
   * Stores the new state and its audit entry in one transaction, if the stored revision is the expected one; returns
   * whether it is. Must store nothing when it throws.
   */
  persist(plan: ChangePlan, expectedRevision: number): Promise<boolean>;
  /** Activates the new target. Must do nothing when it throws. */
  commit(plan: ChangePlan, prepared: Prepared): void;
  /** Releases a prepared target that is not used. */
  discard(prepared: Prepared): Promise<void>;
  /** Stores the old state again, when the new one could not be activated. */
  restore(session: Session): Promise<void>;
}

export interface SwitchOptions {
  readonly signal?: AbortSignal;
  /** Whether a capability is known. Unknown names make the change invalid. */
  readonly isKnown?: (capability: string) => boolean;
}

/**
 * Changes a session: decide, acknowledge, prepare, persist, commit. The change takes effect when it is persisted. A
 * switch that ends before that leaves the session unchanged.
 *
 * @example
 * import { switchSession } from "agent-backplane/negotiation";
 * const result = await switchSession(session, change, steps);
 * if (result.status !== "committed") console.error(result.error.message);
 */
export async function switchSession<Prepared>(
  session: Session,
  change: SessionChange,
  steps: SwitchSteps<Prepared>,
  options: SwitchOptions = {},
): Promise<SwitchResult> {
  const { signal = new AbortController().signal } = options;
  const faults = findDemandFaults(change.demand ?? session.demand, options.isKnown);
  if (faults.length > 0) return { status: "invalid", session, error: invalidDemand(faults) };
  const draft = planChange(session, change);
  const { decision } = draft;
  const end = (status: Exclude<SwitchStatus, "committed">, error: AbpError): SwitchResult => {
    return { status, session, decision, error };
  };
  if (change.expectedRevision !== undefined && change.expectedRevision !== session.revision) {
    return end("stale", staleRevision(session));
  }
  if (decision.verdict === "reject") return end("rejected", rejection(decision));

  let plan: ChangePlan;
  let prepared: Prepared;
  try {
    const ack = await askAcknowledgement(decision, steps, signal);
    const open = unacknowledged(decision, ack);
    if (open.length > 0) return end("unacknowledged", missingAcknowledgement(decision, open));
    plan = ack === undefined ? draft : { ...draft, decision: { ...decision, ack } };
    prepared = await prepareTarget(plan, steps, signal);
  } catch (cause) {
    return signal.aborted
      ? end("cancelled", cancelledSwitch(decision))
      : end("failed", failedSwitch(decision, cause));
  }

  try {
    if (!(await steps.persist(plan, session.revision))) {
      await discardQuietly(steps, prepared);
      return end("stale", staleRevision(session));
    }
  } catch (cause) {
    await discardQuietly(steps, prepared);
    return end("failed", failedSwitch(decision, cause));
  }

  // The switch has taken effect. A later cancellation changes nothing.
  try {
    steps.commit(plan, prepared);
  } catch (cause) {
    const error = await takeBack(session, decision, steps, cause);
    await discardQuietly(steps, prepared);
    return end("failed", error);
  }
  return { status: "committed", session: plan.next, plan };
}

async function askAcknowledgement<Prepared>(
  decision: Decision,
  steps: SwitchSteps<Prepared>,
  signal: AbortSignal,
): Promise<Acknowledgement | undefined> {
  signal.throwIfAborted();
  if (decision.verdict !== "accept_degraded") return undefined;
  return await untilAborted(steps.acknowledge(decision, signal), signal);
}

async function prepareTarget<Prepared>(
  plan: ChangePlan,
  steps: SwitchSteps<Prepared>,
  signal: AbortSignal,
): Promise<Prepared> {
  signal.throwIfAborted();
  const preparing = steps.prepare(plan, signal);
  try {
    const prepared = await untilAborted(preparing, signal);
    signal.throwIfAborted();
    return prepared;
  } catch (cause) {
    // A preparation may finish after the cancellation. Its result must still be released.
    if (signal.aborted) preparing.then((late) => discardQuietly(steps, late)).catch(() => undefined);
    throw cause;
  }
}

async function takeBack<Prepared>(
  session: Session,
  decision: Decision,
  steps: SwitchSteps<Prepared>,
  cause: unknown,
): Promise<AbpError> {
  try {
    await steps.restore(session);
    return failedSwitch(decision, cause);
  } catch (restoreCause) {
    return new AbpError(
      "negotiation_switch_failed",
      `the new state of session ${session.id} is stored, but it is neither active nor taken back`,
      { cause: restoreCause, details: { decision_id: decision.id, restored: false } },
    );
  }
}

/** Releases without throwing. A failure here must not replace the result of the switch. */
async function discardQuietly<Prepared>(steps: SwitchSteps<Prepared>, prepared: Prepared): Promise<void> {
  try {
    await steps.discard(prepared);
  } catch {
    return;
  }
}

function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    // An aborted signal does not fire again.
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
