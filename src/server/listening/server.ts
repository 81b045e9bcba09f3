import type { Server as HttpServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { nodeHttp } from "../../engines/index.ts";
import type { StoreHealth } from "../../storage/index.ts";
import type { Log } from "../../telemetry/index.ts";
import { CoarseClock } from "../context/coarse-clock.ts";
import type { ControlServer } from "../context/control.ts";
import { FinishedCalls } from "../context/finished-calls.ts";
import { HostRule } from "../context/host-rule.ts";
import type { HttpLimits, ServerContext, ServerGateway } from "../context/server-context.ts";
import { WriteBatcher } from "../context/write-batcher.ts";
import type { Report } from "../failure-report.ts";
import { HttpConnection } from "../http/http-connection.ts";
import { serveRequest } from "../http/request-handler.ts";
import { refuseUnreadable } from "../http/unreadable-request.ts";
import { serveUpgrade } from "../http/upgrade-handler.ts";
import { BodyBudget, bodyLimitsOf } from "../limits/body-budget.ts";
import { KeySlots } from "../limits/key-slots.ts";
import { ResponsesWebSocketServer } from "../websocket/websocket-server.ts";
import { WebSocketUpgrades } from "../websocket/websocket-upgrades.ts";
import { announceEnd, type DrainedServer, drain } from "./drain.ts";
import { portUnavailable } from "./port-claim.ts";

const MAX_HEADER_BYTES = 16 * 1024;
const KEEP_ALIVE_MS = 75_000;
/** How long a caller that was refused may go on sending its body before the connection is closed. */
const LINGER_MS = 2000;
/**
 * Bytes that may be queued on a connection before the gateway is asked to pause. One chunk may follow, which keeps a
 * stream's queue below 64 KiB.
 */
const WRITE_HIGH_WATER_MARK = 16 * 1024;
const ACCEPT_BACKLOG = 1024;

export interface ServerOptions {
  readonly gateway: ServerGateway;
  /** The address to listen on. */
  readonly address: string;
  /** The port to listen on; 0 takes any that is free. */
  readonly port: number;
  readonly limits: HttpLimits;
  /** Whether other threads listen on the same port. */
  readonly reusePort?: boolean;
  /** Counts the calls of each key; by default for this server alone. */
  readonly slots?: KeySlots;
  /** Limits the memory of request bodies; by default for this server alone. */
  readonly bodies?: BodyBudget;
  /** Returns so many random bytes, for the ids of responses that no engine made. */
  readonly random: (size: number) => Uint8Array;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  /** Whether the store can write; without it, the server counts as ready. */
  readonly health?: () => StoreHealth;
  /** Serves what is below its prefix; without it, the server serves model calls alone. */
  readonly control?: ControlServer | undefined;
  /** Called for failures that no caller gets to see. */
  readonly report?: Report;
  /** Gets a line for each request that is refused before the gateway serves it. */
  readonly log?: Log | undefined;
}

/** Counts of open connections and calls. */
export interface ServerCounts {
  readonly connections: number;
  /** WebSocket connections; they are counted in `connections` too. */
  readonly sockets: number;
  /** Calls under way, including those whose work goes on in the background. */
  readonly calls: number;
}

/** A server that listens. */
export interface Server {
  readonly address: string;
  readonly port: number;
  readonly url: string;
  counts(): ServerCounts;
  /** Stops in order (see `drain`). Further calls return the same promise. */
  stop(): Promise<void>;
}

/** Starts a server; settles when it listens, and throws `config_invalid` when it cannot. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const connections = new Set<HttpConnection>();
  const clock = new CoarseClock(
    [options.limits.body_idle_timeout_secs * 1000, options.limits.stall_timeout_secs * 1000, LINGER_MS],
    () => {
      for (const connection of connections) connection.tick(clock.now);
      sockets.tick();
    },
  );
  const context = createContext(options, clock);
  const sockets = new WebSocketUpgrades(context, new ResponsesWebSocketServer(context, options));
  const http = createHttpServer(options.limits);
  http.on("connection", (socket: Socket) => {
    const connection = new HttpConnection(socket);
    connection.isLate = context.isDraining;
    connections.add(connection);
    socket.once("close", () => connections.delete(connection));
  });
  http.on("request", (request, response) => serveRequest(context, request, response, false));
  http.on("checkContinue", (request, response) => serveRequest(context, request, response, true));
  http.on("checkExpectation", (request, response) => serveRequest(context, request, response, false));
  http.on("upgrade", (request, socket, head) => serveUpgrade(context, sockets, request, socket, head));
  http.on("clientError", (error, socket) => refuseUnreadable(context, error, socket));

  try {
    await listen(http, options);
  } catch (error) {
    clock.stop();
    throw error;
  }
  const { address, port } = http.address() as AddressInfo;
  let stopped: Promise<void> | undefined;
  return {
    address,
    port,
    url: `http://${address.includes(":") ? `[${address}]` : address}:${port}`,
    counts: () => ({ connections: connections.size, sockets: sockets.size, calls: context.slots.total }),
    stop: () => {
      stopped ??= stopServer({ context, http, connections, sockets });
      return stopped;
    },
  };
}

async function stopServer(server: DrainedServer): Promise<void> {
  await drain(server, await announceEnd(server));
}

function createContext(options: ServerOptions, clock: CoarseClock): ServerContext {
  const { gateway, limits, slots = KeySlots.forOneThread(), report = () => undefined } = options;
  return {
    gateway,
    limits,
    hosts: new HostRule(options.address, limits.hosts),
    slots,
    bodies: options.bodies ?? BodyBudget.forOneThread(bodyLimitsOf(limits)),
    finished: new FinishedCalls(slots),
    clock,
    batcher: new WriteBatcher(),
    report,
    health: options.health ?? (() => ({ ok: true })),
    control: options.control,
    log: options.log,
    bodyIdleTicks: clock.ticksFor(limits.body_idle_timeout_secs * 1000),
    stallTicks: clock.ticksFor(limits.stall_timeout_secs * 1000),
    lingerTicks: clock.ticksFor(LINGER_MS),
    isDraining: false,
  };
}

function createHttpServer(limits: HttpLimits): HttpServer {
  const http = nodeHttp.createServer({
    highWaterMark: WRITE_HIGH_WATER_MARK,
    noDelay: true,
    keepAlive: true,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: limits.header_timeout_secs * 1000,
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(1000, limits.header_timeout_secs * 250),
    insecureHTTPParser: false,
    requireHostHeader: true,
  });
  http.maxConnections = limits.max_connections;
  // Node drops headers above its own limit without an error; `inspectHead` counts them instead.
  http.maxHeadersCount = 0;
  return http;
}

function listen(http: HttpServer, options: ServerOptions): Promise<void> {
  const { address, port, reusePort = false } = options;
  return new Promise((resolve, reject) => {
    http.once("error", (error) => reject(portUnavailable(address, port, error.message, error)));
    http.listen({ host: address, port, backlog: ACCEPT_BACKLOG, reusePort }, resolve);
  });
}
