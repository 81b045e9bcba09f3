import type { Server as HttpServer, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { AbpError } from "../../contract/index.ts";
import { nodeHttp } from "../../engines/index.ts";
import type { CallHead } from "../../gateway/index.ts";
import { KeySlots } from "../threads/key-slots.ts";
import { ResponsesWebSocketServer } from "../websocket/websocket-server.ts";
import { CoarseClock } from "./coarse-clock.ts";
import { drain } from "./drain.ts";
import { HostRule } from "./host-rule.ts";
import { HttpConnection } from "./http-connection.ts";
import { HttpExchange } from "./http-exchange.ts";
import { answerLiveness } from "./liveness.ts";
import { answerError, answerSocket, NO_HEAD } from "./plain-answer.ts";
import { type HeadFacts, inspectHead, isJson } from "./request-rules.ts";
import type { HttpLimits, ServerContext, ServerGateway } from "./server-context.ts";
import { WriteBatcher } from "./write-batcher.ts";

const MAX_HEADER_BYTES = 16 * 1024;
const KEEP_ALIVE_MS = 75_000;
const LINGER_MS = 2000;
// What a write may leave queued before the sink says that no more should come; with one more chunk on top, a stream
// stays below 64 KiB.
const WRITE_MARK = 16 * 1024;

/** What a server is made of. */
export interface ServerOptions {
  readonly gateway: ServerGateway;
  /** The address to listen on. */
  readonly address: string;
  /** The port; 0 takes any that is free. */
  readonly port: number;
  readonly limits: HttpLimits;
  /** Whether other threads listen on the same port. */
  readonly reusePort?: boolean;
  /** Gives so many random bytes, for the ids of responses that no engine made. */
  readonly random: (size: number) => Uint8Array;
  /** The time, in milliseconds since 1970. */
  readonly now: () => number;
}

/** What is under way on a server. */
export interface ServerCounts {
  readonly connections: number;
  readonly sockets: number;
  readonly calls: number;
}

/** A server that listens. */
export interface Server {
  readonly address: string;
  readonly port: number;
  readonly url: string;
  counts(): ServerCounts;
  /** Takes no more calls, lets those under way end in time, breaks off the rest, and settles when all is closed. */
  stop(): Promise<void>;
}

/** Starts a server; settles when it listens. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { limits } = options;
  const connections = new Set<HttpConnection>();
  const clock = new CoarseClock(
    [limits.body_idle_timeout_secs * 1000, limits.stall_timeout_secs * 1000, LINGER_MS],
    () => {
      for (const connection of connections) connection.tick(clock.now);
      sockets.tick();
    },
  );
  const context: ServerContext = {
    gateway: options.gateway,
    limits,
    hosts: new HostRule(options.address, limits.hosts),
    slots: new KeySlots(),
    clock,
    batcher: new WriteBatcher(),
    bodyIdleTicks: clock.ticksFor(limits.body_idle_timeout_secs * 1000),
    stallTicks: clock.ticksFor(limits.stall_timeout_secs * 1000),
    lingerTicks: clock.ticksFor(LINGER_MS),
    isDraining: false,
  };
  const sockets = new ResponsesWebSocketServer(context, options);
  const http = nodeHttp.createServer({
    highWaterMark: WRITE_MARK,
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
  // Beyond a limit of its own, node leaves headers out in silence; ours is counted in `inspectHead`.
  http.maxHeadersCount = 0;
  http.on("connection", (socket: Socket) => {
    const connection = new HttpConnection(socket);
    connections.add(connection);
    socket.once("close", () => connections.delete(connection));
  });
  http.on("request", (request, response) => serve(context, request, response, false));
  http.on("checkContinue", (request, response) => serve(context, request, response, true));
  http.on("checkExpectation", (request, response) => serve(context, request, response, false));
  http.on("upgrade", (request, socket, head) => upgrade(context, sockets, request, socket, head));
  http.on("clientError", (error, socket) => refuseUnread(context, error, socket));

  await listen(http, options, clock);
  const { address, port } = http.address() as AddressInfo;
  let stopped: Promise<void> | undefined;
  return {
    address,
    port,
    url: `http://${address.includes(":") ? `[${address}]` : address}:${port}`,
    counts: () => ({ connections: connections.size, sockets: sockets.size, calls: context.slots.total }),
    stop: () => {
      stopped ??= drain({ context, http, connections, sockets });
      return stopped;
    },
  };
}

function serve(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
  awaitsContinue: boolean,
): void {
  const method = request.method!;
  const target = request.url!;
  const connection = HttpConnection.of(request.socket)!;
  let head: CallHead = { method, target, headers: request.rawHeaders };
  const exchange = new HttpExchange(context, connection.exchanges, request, response, head);
  try {
    const facts = inspectHead(target, request.rawHeaders, request.httpVersion);
    const hasBody = facts.isChunked || (facts.contentLength ?? 0) > 0;
    if (facts.headers !== request.rawHeaders) {
      head = { method, target, headers: facts.headers };
      exchange.callHead = head;
    }
    exchange.expectBody(hasBody, awaitsContinue);
    const live = answerLiveness(method, target, context.isDraining);
    if (live !== undefined) {
      exchange.answer(live);
      return;
    }
    context.hosts.check(facts.host, facts.origin, request.socket.localAddress);
    if (context.isDraining) throw new AbpError("shutting_down", "The daemon is stopping.");
    if (method === "POST") {
      admit(context, exchange, head, facts);
      return;
    }
    if (hasBody) throw new AbpError("request_malformed", "A request of this method takes no body.");
    void serveOwn(context, exchange, head, facts);
  } catch (error) {
    exchange.refuse(error);
  }
}

async function serveOwn(
  context: ServerContext,
  exchange: HttpExchange,
  head: CallHead,
  facts: HeadFacts,
): Promise<void> {
  try {
    const answer = await context.gateway.own(head);
    if (answer !== undefined) exchange.answer(answer);
    else if (!exchange.isOver) admit(context, exchange, head, facts);
  } catch (error) {
    exchange.refuse(error);
  }
}

function admit(context: ServerContext, exchange: HttpExchange, head: CallHead, facts: HeadFacts): void {
  const admission = context.gateway.admit(head);
  if (head.method === "POST" && exchange.hasBody && (facts.isEncoded || !isJson(facts.contentType))) {
    throw new AbpError(
      "media_type_unsupported",
      facts.isEncoded ? "The body has a content encoding." : "The body's content type is not JSON.",
    );
  }
  exchange.open(admission, facts);
}

function upgrade(
  context: ServerContext,
  sockets: ResponsesWebSocketServer,
  request: IncomingMessage,
  socket: Duplex,
  first: Buffer,
): void {
  const head: CallHead = { method: request.method!, target: request.url!, headers: request.rawHeaders };
  socket.on("error", () => socket.destroy());
  try {
    const facts = inspectHead(head.target, head.headers, request.httpVersion, true);
    const isWebSocket = head.method === "GET" && request.headers.upgrade?.toLowerCase() === "websocket";
    if (!isWebSocket || facts.isChunked || (facts.contentLength ?? 0) > 0) {
      throw new AbpError("request_malformed", "The request asks for a protocol that is not spoken.");
    }
    context.hosts.check(facts.host, facts.origin, request.socket.localAddress);
    if (context.isDraining) throw new AbpError("shutting_down", "The daemon is stopping.");
    HttpConnection.of(request.socket)!.isUpgraded = true;
    sockets.accept(request, { ...head, headers: facts.headers }, socket, first);
  } catch (error) {
    answerSocket(socket, answerError(context.gateway, head, error));
  }
}

// What node's parser refuses. Where an answer is under way, nothing can be written into the midst of it.
function refuseUnread(context: ServerContext, error: NodeJS.ErrnoException, socket: Duplex): void {
  const connection = HttpConnection.of(socket as Socket);
  const isAnswering = [...(connection?.exchanges ?? [])].some((exchange) => exchange.hasBegun);
  if (isAnswering || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const refusal =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? new AbpError("request_timed_out", "The request's headers did not come in time.", {
          details: { limit: "gateway.header_timeout_secs" },
        })
      : new AbpError("request_malformed", "The request breaks the rules of HTTP.");
  const answer = answerError(context.gateway, NO_HEAD, refusal);
  answerSocket(socket, error.code === "HPE_HEADER_OVERFLOW" ? { ...answer, status: 431 } : answer);
}

function listen(http: HttpServer, options: ServerOptions, clock: CoarseClock): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once("error", (error) => {
      clock.stop();
      reject(
        new AbpError(
          "config_invalid",
          `Cannot listen on ${options.address}:${options.port}: ${error.message}`,
          {
            where: "port",
            advice: "Choose another `bind_address` or `port`, or stop what listens there.",
            cause: error,
          },
        ),
      );
    });
    const reusePort = options.reusePort ?? false;
    http.listen({ host: options.address, port: options.port, backlog: 1024, reusePort }, resolve);
  });
}
