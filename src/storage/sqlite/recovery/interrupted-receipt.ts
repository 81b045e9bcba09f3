import { buildReceipt, type Receipt } from "../../../contract/index.ts";
import type { OpenRun } from "../../ledger/ledger.ts";

/** The receipt of a run whose process ended before the run. It contains what was known when the run began. */
export function interruptedReceipt(run: OpenRun, now: Date): Receipt {
  return buildReceipt(
    {
      runId: run.runId,
      workOrderId: run.workOrderId,
      startedAt: run.startedAt,
      finishedAt: now,
      backend: { id: run.backendId },
      mode: run.mode,
      outcome: "failed",
    },
    {
      termination: {
        reason: "interrupted",
        code: "run_interrupted",
        message: "the process that ran it went away; what came after the beginning is not known",
      },
      observed: {
        ...(run.request === undefined ? {} : { request: run.request }),
        ...(run.facts === undefined ? {} : { facts: run.facts }),
      },
    },
  );
}
