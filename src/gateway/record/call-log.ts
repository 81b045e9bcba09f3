import type { LossReport } from "../../contract/index.ts";
import type { CallLogEntry } from "../../telemetry/index.ts";
import type { CallFacts } from "./call-receipt.ts";
import type { EndedCall } from "./call-record.ts";

/** The log line of a call, from the facts of its receipt and the model that the engine says it used. */
export function logEntryOf({ request, failed, engine }: EndedCall, facts: CallFacts): CallLogEntry {
  const { call, usage, cost, error } = facts;
  return {
    key: call.caller,
    dialect: call.dialect,
    engine: engine?.name ?? "",
    requestedModel: request.model,
    servedModel: call.reported_model ?? call.upstream_model ?? undefined,
    mode: facts.mode,
    status: call.status ?? undefined,
    inputTokens: usage?.input,
    outputTokens: usage?.output,
    costUsd: cost?.usd,
    firstByteMs: call.first_byte_ms,
    durationMs: Math.max(0, facts.finishedAt.getTime() - facts.startedAt.getTime()),
    losses: countLosses(facts.mapping),
    runId: facts.runId,
    fallbackFrom: failed.length === 0 ? undefined : failed.map((one) => one.engine),
    error: error === undefined ? undefined : { code: error.code, where: error.where },
    ...violationsOf(facts),
  };
}

function violationsOf({ decisions = [] }: CallFacts): Pick<CallLogEntry, "violations"> {
  if (decisions.length === 0) return {};
  const found = decisions.filter(({ verdict }) => verdict === "violation").map(({ subject }) => subject);
  return found.length === 0 ? {} : { violations: found };
}

// Emulated fields were provided, so they are no losses.
function countLosses(reports: readonly LossReport[]): number {
  let count = 0;
  for (const { entries } of reports)
    for (const { disposition } of entries)
      if (disposition === "disclosed" || disposition === "refused") count += 1;
  return count;
}
