import type { AgentEvent } from "../../contract/index.ts";
import type { Ledger } from "../../storage/index.ts";

/** Which events are replayed. */
export interface ReplayOptions {
  /** The sequence number of the first event; 0 by default. */
  readonly fromSeq?: number;
  /** Waits for further events until the run has its receipt. */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
}

/** The events of a run from the store, as they were recorded. */
export async function* replayStream(
  ledger: Pick<Ledger, "readEvents">,
  runId: string,
  { fromSeq = 0, ...options }: ReplayOptions = {},
): AsyncGenerator<AgentEvent> {
  for await (const { line } of ledger.readEvents(runId, fromSeq, options))
    yield JSON.parse(line) as AgentEvent;
}
