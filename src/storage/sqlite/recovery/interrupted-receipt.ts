import { buildReceipt, type Receipt } from "../../../contract/index.ts";
import type { OpenRun } from "../../ledger/ledger.ts";
import type { StoredTrace } from "../events/stored-trace.ts";

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
