import type { Caller } from "../../gateway/index.ts";
import type { ControlRequest, HandlersOf, RouteOf } from "../control-request.ts";
import type { RunOwners } from "../runs/find-run.ts";
import type { Follower } from "../streams/follower.ts";
import type { FollowerGroups } from "../streams/follower-groups.ts";
import { sseResponse } from "../streams/sse-response.ts";
import { type FeedParts, feedParts } from "./feed-parts.ts";
import { FEED_START, readFeedCursor } from "./feed-position.ts";
import { feedEnd, feedSource, readFeed } from "./feed-source.ts";
import { itemsText } from "./items-text.ts";
import { readAfter } from "./read-after.ts";

/** What the stream of everything needs. */
export interface FeedContext {
  readonly store: FeedParts["store"];
  readonly gateway: RunOwners["gateway"];
  readonly groups: FollowerGroups;
}

const NOW = "now";

/** Everything that happens, as pages and as a stream. */
export function openFeedHandlers(context: FeedContext): HandlersOf<"list_events" | "follow_events"> {
  return {
    list_events: async ({ caller, query }) => {
      const parts = partsOf(context, caller);
      const { items, cursor } = await readFeed(parts, await startOf(parts, query.after), query.limit);
      return itemsText(items, { next_after: cursor });
    },
    follow_events: async (request) =>
      sseResponse(await followFeed(context, request), { signal: request.signal }),
  };
}

/** Follows everything for one caller, over whichever protocol. */
export async function followFeed(
  context: FeedContext,
  { caller, query, raw }: Pick<ControlRequest<RouteOf<"follow_events">>, "caller" | "query" | "raw">,
): Promise<Follower> {
  const parts = partsOf(context, caller);
  const after = await startOf(parts, readAfter(raw.headers, query.after, FEED_START));
  readFeedCursor(after, parts.tenant);
  const reader = parts.tenant === undefined ? "*" : [caller.tenant, caller.owner, caller.readsUnowned];
  return context.groups.follow(`everything ${JSON.stringify(reader)}`, feedSource(parts), after);
}

function partsOf({ store, gateway }: FeedContext, caller: Caller): FeedParts {
  return feedParts(store, gateway.callers, caller);
}

async function startOf(parts: FeedParts, after = FEED_START): Promise<string> {
  return after === NOW ? feedEnd(parts) : after;
}
