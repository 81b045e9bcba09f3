import type { Server as HttpServer } from "node:http";
import { Server as NetServer } from "node:net";
import type { DrainableSockets } from "../context/drainable-sockets.ts";
import type { ServerContext } from "../context/server-context.ts";
import type { HttpConnection } from "../http/http-connection.ts";

const POLL_INTERVAL_MS = 25;

/** The parts of a server that draining brings to an end. */
export interface DrainedServer {
  readonly context: ServerContext;
  readonly http: HttpServer;
  readonly connections: ReadonlySet<HttpConnection>;
  readonly sockets: DrainableSockets;
}

/**
 * Announces the end of a server: it still accepts connections, refuses new calls on them, and `/readyz` says that it is draining.
 * Settles when no call is under way, or at the deadline, which it returns.
 */
export async function announceEnd(server: DrainedServer): Promise<number> {
  const { context, sockets } = server;
  context.isDraining = true;
  context.finished.startDraining();
  sockets.drain();
  context.control?.drain();
  const deadline = deadlineOf(context);
  while (!isIdle(server, true) && performance.now() < deadline) await sleep(POLL_INTERVAL_MS);
  return deadline;
}

/**
 * Stops a server. It accepts no more connections, waits for the calls under way until `drain_timeout_secs` have passed,
 * and ends the others. Settles when all connections are closed and the receipts of these calls are durable.
 */
export async function drain(server: DrainedServer, deadline = deadlineOf(server.context)): Promise<void> {
  const { context, http, connections, sockets } = server;
  context.isDraining = true;
  context.finished.startDraining();
  // `close` of node's HTTP server would also destroy connections whose responses have ended but are not yet written.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(http, () => resolve()));
  sockets.drain();
  while (!isIdle(server, false) && performance.now() < deadline) await sleep(POLL_INTERVAL_MS);
  context.finished.stopBackground();
  for (const connection of connections) for (const exchange of [...connection.exchanges]) exchange.abandon();
  sockets.abandon();
  await closed;
  // The HTTP server closes just before its last sockets emit `close`.
  await sleep(0);
  // Stops node's timer for slow headers.
  http.close();
  context.clock.stop();
  await context.finished.recorded();
}

function deadlineOf({ limits }: ServerContext): number {
  return performance.now() + limits.drain_timeout_secs * 1000;
}

/**
 * Closes the connections that are not in use; returns whether nothing is under way. With `sparesLate`, those stay that came
 * while the server was draining and have not brought their request yet.
 */
function isIdle({ context, connections, sockets }: DrainedServer, sparesLate: boolean): boolean {
  let isIdle = sockets.size === 0 && context.finished.backgroundCount === 0;
  for (const connection of connections) {
    if (connection.exchanges.length > 0) isIdle = false;
    else if (!connection.isUpgraded && !(sparesLate && connection.isLate)) connection.socket.destroySoon();
  }
  return isIdle;
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
