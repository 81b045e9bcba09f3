import { createHash } from "node:crypto";
import type { AgentEvent } from "../../../contract/index.ts";
import type { StoredTrace } from "../../ledger/interrupted-receipt.ts";
import { TRACE_LIMITS } from "../../ledger/trace-limits.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { eventsDamaged, readEventRow } from "./event-reader.ts";

/**
 * Reads the events of a run, one row at a time; undefined if it has none. Stops at an event that is missing, and
 * throws `ledger_damaged` if one was changed so that it cannot be read.
 */
export function readStoredTrace(
  reader: Pick<LedgerReader, "prepare" | "directory">,
  log: number,
  runId: string,
  limits = TRACE_LIMITS,
): StoredTrace | undefined {
  const hash = createHash("sha256");
  const kept: AgentEvent[] = [];
  let events = 0;
  let keptBytes = 0;
  for (;;) {
    const row = readEventRow(reader, log, runId, events);
    if (row?.firstSeq !== events) break;
    for (const line of row.lines) {
      hash.update(line).update("\n");
      keptBytes += Buffer.byteLength(line);
      const isFull = kept.length >= limits.maxEvents || keptBytes > limits.maxBytes;
      if (!isFull) kept.push(parseEvent(reader, runId, events, line));
      events += 1;
    }
  }
  if (events === 0) return undefined;
  return { kept, record: { events, kept: kept.length, sha256: hash.digest("hex") } };
}

function parseEvent(
  reader: Pick<LedgerReader, "prepare" | "directory">,
  runId: string,
  seq: number,
  line: string,
): AgentEvent {
  try {
    return JSON.parse(line) as AgentEvent;
  } catch {
    throw eventsDamaged(reader, runId, seq);
  }
}
