import type { Server as HttpServer } from "node:http";
import { Server as NetServer } from "node:net";
import type { OpenCall } from "../../gateway/index.ts";
import type { ResponsesWebSocketServer } from "../websocket/websocket-server.ts";
import type { HttpConnection } from "./http-connection.ts";
import type { ServerContext } from "./server-context.ts";

const POLL_MS = 25;

/** What is brought to its end. */
export interface Draining {
  readonly context: ServerContext;
  readonly http: HttpServer;
  readonly connections: ReadonlySet<HttpConnection>;
  readonly sockets: ResponsesWebSocketServer;
}

/** Stops accepting, waits for what is under way up to the limit, breaks off the rest, and closes everything. */
export async function drain(draining: Draining): Promise<void> {
  const { context, http, connections, sockets } = draining;
  context.isDraining = true;
  const recorded = callsOf(connections, sockets).map((call) => call.recorded);
  // The close of node's HTTP server also destroys connections whose answers have ended but are not yet written out.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(http, () => resolve()));
  sockets.drain();
  const deadline = performance.now() + context.limits.drain_timeout_secs * 1000;
  while (!closeIdle(draining) && performance.now() < deadline) await sleep(POLL_MS);
  for (const connection of connections) for (const exchange of [...connection.exchanges]) exchange.abandon();
  sockets.abandon();
  await closed;
  // The server closes a moment before its last sockets say that they have.
  await sleep(0);
  // Ends node's own timer for slow headers.
  http.close();
  context.clock.stop();
  await Promise.allSettled(recorded);
}

/** Closes the connections on which nothing is under way; answers whether there are no others. */
function closeIdle({ connections, sockets }: Draining): boolean {
  let isEmpty = sockets.size === 0;
  for (const connection of connections) {
    if (connection.exchanges.length > 0) isEmpty = false;
    else if (!connection.isUpgraded) connection.socket.destroySoon();
  }
  return isEmpty;
}

function callsOf(connections: ReadonlySet<HttpConnection>, sockets: ResponsesWebSocketServer): OpenCall[] {
  const calls: OpenCall[] = [...sockets.calls()];
  for (const connection of connections) {
    for (const exchange of connection.exchanges) if (exchange.call !== undefined) calls.push(exchange.call);
  }
  return calls;
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
