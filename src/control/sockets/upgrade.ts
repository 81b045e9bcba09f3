import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { AbpError } from "../../contract/index.ts";
import type { CallHead } from "../../gateway/index.ts";
import { authenticate } from "../access/authentication.ts";
import { requirePermission } from "../access/permission.ts";
import type { ControlContext } from "../context.ts";
import type { ControlRequest, RouteOf } from "../control-request.ts";
import { followFeed } from "../events/feed-handlers.ts";
import { followRun } from "../events/run-event-handlers.ts";
import { checkFields } from "../request/checked.ts";
import { readQuery } from "../request/query-fields.ts";
import type { Follower } from "../streams/follower.ts";
import type { FollowerGroups } from "../streams/follower-groups.ts";
import type { ControlSockets } from "./control-sockets.ts";
import { findSocketRoute } from "./socket-route.ts";

/** Where the streams of WebSockets come from. */
export interface UpgradeContext extends ControlContext {
  readonly groups: FollowerGroups;
}

type SocketRoute = RouteOf<"follow_run_events"> | RouteOf<"follow_events">;

/** A connection that shall become a WebSocket. */
export interface UpgradeRequest {
  readonly request: IncomingMessage;
  readonly head: CallHead;
  readonly socket: Duplex;
  /** The bytes that came with the head. */
  readonly first: Buffer;
}

/** Checks a request for a WebSocket as any other, and takes it over. Throws the error to answer with. */
export async function upgradeToStream(
  context: UpgradeContext,
  sockets: ControlSockets,
  { request, head, socket, first }: UpgradeRequest,
): Promise<void> {
  const [path = "/"] = head.target.split("?", 1);
  const found = findSocketRoute(path);
  if (found === undefined)
    throw new AbpError("route_not_found", `There is no WebSocket at ${path}.`, {
      advice: "docs/api.md lists the paths.",
    });
  const { route } = found;
  const caller = authenticate(context.gateway.callers, head);
  if (route.needs !== undefined) requirePermission(caller, route.needs);
  const params = checkFields(route.params, found.params, "path");
  const query = checkFields(route.query, readQuery(head.target), "query");
  const raw = { headers: new Headers(pairsOf(head.headers)) };
  // The types of a request follow from its route, which is one of two here.
  const checked = { caller, params, query, raw } as unknown as ControlRequest<SocketRoute>;
  sockets.accept(request, socket, first, await follow(context, route.name, checked));
}

function follow(
  context: UpgradeContext,
  name: string,
  request: ControlRequest<SocketRoute>,
): Promise<Follower> {
  return name === "follow_events"
    ? followFeed(context, request as ControlRequest<RouteOf<"follow_events">>)
    : followRun(context, request as ControlRequest<RouteOf<"follow_run_events">>);
}

function pairsOf(headers: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at]!, headers[at + 1]!]);
  return pairs;
}
