import type { AgentEvent } from "../../contract/index.ts";
import { mayHoldMarks, restoreJson } from "../../lib/index.ts";
import type { Ledger } from "../../storage/index.ts";

/** Which events are replayed. */
export interface ReplayOptions {
  /** The sequence number of the first event; 0 by default. */
  readonly fromSeq?: number;
  /** Waits for further events until the run has its receipt. */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
}

/** Reads the canonical JSON of an event, and gives back the values that it holds as marked text. */
export function readStoredEvent(line: string): AgentEvent {
  const event = JSON.parse(line) as AgentEvent;
  return mayHoldMarks(line) ? restoreJson(event) : event;
}

/**
 * The events of a run from the store, as the caller of the run got them.
 *
 * @example
 * import { replayStream } from "agent-backplane";
 * const stored = replayStream(store.ledger("default"), runId, { fromSeq: 10 });
 * for await (const event of stored) console.log(event.type);
 */
export async function* replayStream(
  ledger: Pick<Ledger, "readEvents">,
  runId: string,
  { fromSeq = 0, ...options }: ReplayOptions = {},
): AsyncGenerator<AgentEvent> {
  for await (const { line } of ledger.readEvents(runId, fromSeq, options)) yield readStoredEvent(line);
}
