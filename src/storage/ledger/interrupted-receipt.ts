import { type AgentEvent, buildReceipt, type Receipt, type TraceRecord } from "../../contract/index.ts";
import type { OpenRun } from "./ledger.ts";

/** The events of a run for its receipt: the first ones, and the count and digest of all. */
export interface StoredTrace {
  readonly kept: readonly AgentEvent[];
  readonly record: TraceRecord;
}

/**
 * The receipt of a run whose process ended before the run. It contains what was known when the run began, and the events that
 * were stored.
 */
export function interruptedReceipt(run: OpenRun, now: Date, trace?: StoredTrace): Receipt {
  return buildReceipt(
    {
      runId: run.runId,
      workOrderId: run.workOrderId,
      startedAt: run.startedAt,
      finishedAt: now,
      backend: { id: run.backendId },
      mode: run.mode,
      outcome: "failed",
      ...(trace === undefined ? {} : { trace: trace.kept }),
    },
    {
      termination: {
        reason: "interrupted",
        code: "run_interrupted",
        message: `the process that ran it went away; what came after ${
          trace === undefined ? "the beginning" : "the stored events"
        } is not known`,
      },
      observed: {
        ...(trace === undefined ? {} : { trace: trace.record }),
        ...(run.request === undefined ? {} : { request: run.request }),
        ...(run.facts === undefined ? {} : { facts: run.facts }),
      },
    },
  );
}
