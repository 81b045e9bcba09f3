import {
  AbpError,
  buildReceipt,
  type ErrorCode,
  type Receipt,
  type WorkOrder,
} from "../../contract/index.ts";
import { CanonicalError, canonicalize, sha256Hex } from "../../lib/index.ts";
import type { SubmittedRun } from "../../storage/index.ts";
import { messageOf } from "../message-of.ts";

/** The id of a work order that cannot be read. */
const NO_WORK_ORDER = "00000000-0000-0000-0000-000000000000";

/** How a run ended that its backend never got. */
export interface UnstartedEnd {
  readonly error: AbpError;
  readonly reason: "failed" | "cancelled" | "refused";
}

/** What a receipt of such a run states. */
export interface UnstartedFacts {
  readonly run: Pick<SubmittedRun, "runId" | "backend">;
  /** Undefined if it cannot be read. */
  readonly order: WorkOrder | undefined;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly software: { readonly name: string; readonly version: string };
}

/** Errors of a run that the configuration or a policy does not permit. */
const REFUSALS: readonly ErrorCode[] = [
  "run_source_refused",
  "access_denied",
  "policy_denied",
  "session_not_found",
];

/** The end of a run whose preparation failed. A cancellation counts more than what it broke. */
export function unstartedEnd(failure: unknown, cancelled: string | undefined): UnstartedEnd {
  if (cancelled !== undefined) {
    const message = `the caller cancelled the run: ${cancelled}`;
    return { error: new AbpError("run_cancelled", message), reason: "cancelled" };
  }
  if (AbpError.is(failure))
    return { error: failure, reason: REFUSALS.includes(failure.code) ? "refused" : "failed" };
  const message = `the run could not be prepared: ${messageOf(failure)}`;
  return { error: new AbpError("internal", message, { cause: failure }), reason: "failed" };
}

/** The receipt of a run that ended before its backend got it. */
export function unstartedReceipt(facts: UnstartedFacts, { error, reason }: UnstartedEnd): Receipt {
  const { run, order, startedAt, finishedAt, software } = facts;
  const digest = order === undefined ? undefined : digestOf(order);
  return buildReceipt(
    {
      runId: run.runId,
      workOrderId: order?.id ?? NO_WORK_ORDER,
      startedAt,
      finishedAt,
      backend: { id: run.backend === "" ? "unknown" : run.backend.toWellFormed() },
      outcome: "failed",
    },
    {
      termination: { reason, code: error.code, message: error.message.toWellFormed() },
      observed: {
        software: { ...software },
        ...(digest === undefined ? {} : { work_order_sha256: digest }),
      },
    },
  );
}

function digestOf(order: WorkOrder): string | undefined {
  try {
    return sha256Hex(canonicalize(order));
  } catch (error) {
    if (error instanceof CanonicalError) return undefined;
    throw error;
  }
}
