import { AbpError } from "../../contract/index.ts";
import { missingAcknowledgement, unacknowledged } from "../decision/acknowledgement.ts";
import type { Acknowledgement, Decision } from "../decision/decision.ts";
import { rejection } from "../decision/rejection.ts";
import { findDemandFaults } from "../demand/demand-fault.ts";
import { type ChangePlan, planChange, type Session, type SessionChange } from "./session.ts";
import { cancelledSwitch, failedSwitch, invalidDemand, staleRevision } from "./switch-error.ts";

/** How a switch ended. */
export type SwitchStatus =
  | "committed"
  | "rejected"
  | "unacknowledged"
  | "cancelled"
  | "stale"
  | "failed"
  | "invalid";

/** The end of a switch: the session in force afterwards, which is the old one unless it was committed. */
export type SwitchResult =
  | { readonly status: "committed"; readonly session: Session; readonly plan: ChangePlan }
  | {
      readonly status: Exclude<SwitchStatus, "committed">;
      readonly session: Session;
      /** Absent when the change was not valid enough to decide on. */
      readonly decision?: Decision;
      readonly error: AbpError;
    };

/** The steps of a switch that touch the world; `Prepared` is whatever the new target needs to run. */
export interface SwitchSteps<Prepared> {
  /** Asks whether a loss is accepted; headless, a policy answers. */
  acknowledge(decision: Decision, signal: AbortSignal): Promise<Acknowledgement | undefined>;
  /** Makes the new target ready without making it active. */
  prepare(plan: ChangePlan, signal: AbortSignal): Promise<Prepared>;
  /**
   * Stores the new state and its audit entry together if the stored revision is still the expected one, and
   * says whether it was. It must have stored nothing if it throws.
   */
  persist(plan: ChangePlan, expectedRevision: number): Promise<boolean>;
  /** Makes the new target active; it must do nothing if it throws. */
  commit(plan: ChangePlan, prepared: Prepared): void;
  /** Frees what was prepared for a switch that did not happen. */
  discard(prepared: Prepared): Promise<void>;
  /** Stores the old state again, when the new one was stored but could not be made active. */
  restore(session: Session): Promise<void>;
}

/** How a switch may be stopped and what names it may use. */
export interface SwitchOptions {
  readonly signal?: AbortSignal;
  /** Whether a capability is in the catalogue; unknown names make the change invalid. */
  readonly isKnown?: (capability: string) => boolean;
}

/**
 * Changes a session: decide, acknowledge, prepare, persist, commit. The new state counts from the moment it is
 * persisted; whatever ends the switch before that leaves the session exactly as it was.
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

  // From here on the switch has happened: a late cancellation changes nothing.
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
    // A preparation may end after the cancellation, and what it made must still be freed.
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

/** The switch has its end already; that something could not be freed must not replace it. */
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
    // A signal that fired already does not fire again.
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
