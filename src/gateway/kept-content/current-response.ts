import { type Dialect, isMembers, type Members, type StateCodec } from "../../dialects/index.ts";
import { parseAsWritten } from "../../lib/index.ts";
import type { KeptResponse, Ledger, ResponseStore } from "../../storage/index.ts";
import { turnItems } from "./response-state.ts";

/** A pending response whose run has not begun after this time was left behind by a process that died. */
const ABANDONED_AFTER_MS = 60_000;

/** Where a response is looked up. */
export interface ResponsePlace {
  readonly dialect: Pick<Dialect, "observe">;
  readonly state: StateCodec;
  readonly ledger: Pick<Ledger, "find" | "findOpen">;
  readonly responses: Pick<ResponseStore, "find" | "finish" | "readEvents">;
  /** In milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * The response as it is now. One that nobody works on any more has ended: as its stored events say, if they have an end,
 * and else with a failure.
 */
export async function currentResponse(place: ResponsePlace, found: KeptResponse): Promise<KeptResponse> {
  if (found.isPending !== true || !(await isAbandoned(place, found))) return found;
  const { state, responses } = place;
  const { id, runId, input } = found;
  const said = await findEnd(place, id);
  const message = "the daemon stopped before the response was stored";
  const body = said ?? state.writeFailed(found.body as Members, { status: 500, message });
  const conversation = said === undefined ? undefined : state.conversationOf(said);
  const turn = conversation ? { conversation, items: turnItems(state, runId, input, body) } : undefined;
  const itemIds = state.itemsOf(body).map((item) => item.id);
  await responses.finish(id, body, itemIds, turn);
  return (await responses.find(id)) ?? { ...found, body, isPending: false };
}

// Nobody works on it any more: its run has ended, and the receipt is written only after the end of the response, or the run
// never began. The end is missing if the process died, or if it could not be stored.
async function isAbandoned(
  { ledger, now }: ResponsePlace,
  { runId, createdAt }: KeptResponse,
): Promise<boolean> {
  if ((await ledger.findOpen(runId)) !== undefined) return false;
  if ((await ledger.find(runId)) !== undefined) return true;
  return now() - createdAt.getTime() > ABANDONED_AFTER_MS;
}

// The last event is stored before the response is, and a process may die in between.
async function findEnd(
  { dialect, state, responses }: ResponsePlace,
  id: string,
): Promise<Members | undefined> {
  let last: string | undefined;
  for (let part = await responses.readEvents(id, 0); part !== undefined; ) {
    last = part.lines.at(-1);
    part = await responses.readEvents(id, part.firstSeq + part.lines.length);
  }
  const event = last === undefined ? undefined : (parseAsWritten(last) as Members);
  if (event === undefined || dialect.observe(event).end === undefined) return undefined;
  const final = state.finalOf(event);
  return isMembers(final) ? final : undefined;
}
