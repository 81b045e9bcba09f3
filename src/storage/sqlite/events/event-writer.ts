import type { EventRows, Refusal } from "../batch/batch.ts";
import type { WriteStatements } from "../database/statements.ts";
import type { LogState } from "../log/log-state.ts";

/**
 * Adds a row of events in the open transaction, if it follows the events that are stored and the run is open. Only the process
 * that has begun a run may add to it.
 */
export function writeEvents(
  sql: Pick<WriteStatements, "nextEvent" | "addEvents">,
  log: Pick<LogState, "id" | "open">,
  { runId, firstSeq, count, createdAt, lines }: EventRows,
): true | Refusal {
  if (!log.open.has(runId)) return refuse(`run ${runId} has not begun or has its receipt already`);
  const next = (sql.nextEvent.get(log.id, runId)?.["next"] as number | undefined) ?? 0;
  if (firstSeq !== next)
    return refuse(`event ${next} of run ${runId} is the next one, not event ${firstSeq}`);
  sql.addEvents.run(log.id, runId, firstSeq, count, createdAt, lines);
  return true;
}

function refuse(message: string): Refusal {
  return { code: "receipt_store_failed", message };
}
