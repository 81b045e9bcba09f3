import { AbpError } from "../../contract/index.ts";
import type { Caller } from "../../gateway/index.ts";
import type { ControlRequest, HandlersOf, RouteOf } from "../control-request.ts";
import { findVisible, type RunOwners } from "../runs/find-run.ts";
import type { Follower } from "../streams/follower.ts";
import type { FollowerGroups } from "../streams/follower-groups.ts";
import { sseResponse } from "../streams/sse-response.ts";
import { itemsText } from "./items-text.ts";
import { readAfter } from "./read-after.ts";
import { BEFORE_FIRST, type RunEventParts, readRunPage, runEventSource } from "./run-event-source.ts";

/** What the handlers of events need. */
export interface RunEventContext extends RunOwners {
  readonly groups: FollowerGroups;
}

const CURSOR = /^(?:-1|0|[1-9]\d{0,15})$/;

/** The events of one run as pages and as a stream. */
export function openRunEventHandlers(
  context: RunEventContext,
): HandlersOf<"list_run_events" | "follow_run_events"> {
  return {
    list_run_events: async ({ caller, params, query }) => {
      const parts = await partsOf(context, caller, params.run_id);
      const after = query.after ?? BEFORE_FIRST;
      const { items, hasEnded } = await readRunPage(parts, after, query.limit);
      return itemsText(items, { next_after: items.at(-1)?.cursor ?? after, has_ended: hasEnded });
    },
    follow_run_events: async (request) =>
      sseResponse(await followRun(context, request), { signal: request.signal }),
  };
}

/** Follows the events of a run for one caller, over whichever protocol. */
export async function followRun(
  context: RunEventContext,
  {
    caller,
    params,
    query,
    raw,
  }: Pick<ControlRequest<RouteOf<"follow_run_events">>, "caller" | "params" | "query" | "raw">,
): Promise<Follower> {
  const parts = await partsOf(context, caller, params.run_id);
  const after = readAfter(raw.headers, query.after, BEFORE_FIRST);
  if (!CURSOR.test(after)) {
    throw new AbpError("validation_failed", "The id of the last event is no sequence number.", {
      where: "last-event-id",
    });
  }
  return context.groups.follow(`run ${params.run_id}`, runEventSource(parts), after);
}

async function partsOf(context: RunEventContext, caller: Caller, runId: string): Promise<RunEventParts> {
  const { ledger } = await findVisible(context, caller, runId);
  return { runId, runs: context.store.runs, ledger };
}
