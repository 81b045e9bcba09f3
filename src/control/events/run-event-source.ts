import type { Ledger, RunState, RunStore } from "../../storage/index.ts";
import {
  MAX_PAGE_BYTES,
  type StreamItem,
  type StreamPage,
  type StreamSource,
} from "../streams/stream-source.ts";

/** The cursor before the first event. */
export const BEFORE_FIRST = "-1";

/** What the events of one run are read from. */
export interface RunEventParts {
  readonly runId: string;
  readonly runs: Pick<RunStore, "find">;
  readonly ledger: Pick<Ledger, "readEvents" | "findOpen" | "find">;
}

/** The state of a run, and why it ended. */
interface RunProgress {
  readonly isOpen: boolean;
  readonly end: { readonly state?: RunState; readonly reason?: string | null };
}

/** The events of one run, by sequence number. It ends when the run has its receipt and every event was read. */
export function runEventSource(parts: RunEventParts): StreamSource {
  return {
    read: async (after) => {
      // In this order an event that was added before the end is read.
      const { isOpen, end } = await readProgress(parts);
      const items = await readItems(parts, after, Number.POSITIVE_INFINITY);
      const page: StreamPage = { items, cursor: items.at(-1)?.cursor ?? after };
      return isOpen || items.length > 0 ? page : { ...page, end };
    },
  };
}

/** A page of the events of a run. */
export async function readRunPage(
  parts: RunEventParts,
  after: string,
  limit: number,
): Promise<{ items: readonly StreamItem[]; hasEnded: boolean }> {
  const { isOpen } = await readProgress(parts);
  const items = await readItems(parts, after, limit);
  return { items, hasEnded: !isOpen && items.length < limit };
}

async function readProgress({ runId, runs, ledger }: RunEventParts): Promise<RunProgress> {
  const run = await runs.find(runId);
  if (run !== undefined) {
    const isOpen = run.state === "pending" || run.state === "running";
    return { isOpen, end: { state: run.state, reason: run.reason ?? null } };
  }
  if ((await ledger.findOpen(runId)) !== undefined) return { isOpen: true, end: {} };
  const reason = (await ledger.find(runId))?.receipt.termination?.reason;
  return { isOpen: false, end: { reason: reason ?? null } };
}

async function readItems(
  { runId, ledger }: RunEventParts,
  after: string,
  limit: number,
): Promise<readonly StreamItem[]> {
  const items: StreamItem[] = [];
  let bytes = 0;
  for await (const { seq, line } of ledger.readEvents(runId, Number(after) + 1)) {
    items.push({ cursor: String(seq), text: `{"seq":${seq},"event":${line}}` });
    bytes += line.length;
    if (items.length >= limit || bytes >= MAX_PAGE_BYTES) break;
  }
  return items;
}
