import { AbpError } from "../../contract/index.ts";
import type { ControlRequest, HandlersOf, RouteOf } from "../control-request.ts";
import type { Follower } from "../streams/follower.ts";
import type { FollowerGroups } from "../streams/follower-groups.ts";
import { sseResponse } from "../streams/sse-response.ts";
import { findFollowedRun, type RunOwners } from "./followed-run.ts";
import { readAfter } from "./read-after.ts";
import { BEFORE_FIRST, readRunPage, runEventSource } from "./run-event-source.ts";

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
      const parts = await findFollowedRun(context, caller, params.run_id);
      const after = query.after ?? BEFORE_FIRST;
      const { items, hasEnded } = await readRunPage(parts, after, query.limit);
      return jsonText(
        `{"items":[${items.map(({ text }) => text).join(",")}],"next_after":${JSON.stringify(
          items.at(-1)?.cursor ?? after,
        )},"has_ended":${hasEnded}}`,
      );
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
  const parts = await findFollowedRun(context, caller, params.run_id);
  const after = readAfter(raw.headers, query.after, BEFORE_FIRST);
  if (!CURSOR.test(after)) {
    throw new AbpError("validation_failed", "The id of the last event is no sequence number.", {
      where: "last-event-id",
    });
  }
  return context.groups.follow(`run ${params.run_id}`, runEventSource(parts), after);
}

// The events are JSON already.
function jsonText(text: string): Response {
  return new Response(text, { headers: { "content-type": "application/json" } });
}
