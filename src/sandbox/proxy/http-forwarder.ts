import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as openRequest,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { Destination, Refusal } from "./destination.ts";
import { dial } from "./dial.ts";
import { endToEndHeaders, HTTP_PORT } from "./http-target.ts";
import type { Traffic } from "./traffic.ts";

export interface HttpRoute {
  readonly destination: Destination;
  /** With the query, as the client wrote it. */
  readonly path: string;
}

/** Where a request goes, or why it goes nowhere. */
export type FindTarget = (request: IncomingMessage) => Promise<HttpRoute | Refusal>;

const MAX_HEADER_BYTES = 16 * 1024;
const IDLE_MS = 10 * 60_000;
const KEEP_ALIVE_MS = 30_000;

/** A server of plain HTTP that asks `find` about each request, also on a connection that is kept. It never listens. */
export function createForwarder(find: FindTarget, traffic: Traffic): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: 0,
    requireHostHeader: false,
  });
  // A server that never listens enforces no other time limit.
  server.timeout = IDLE_MS;
  server.on("request", (request, response) => void forward(request, response, find, traffic));
  server.on("upgrade", (request, socket: Socket, head) => void upgrade(request, socket, head, find, traffic));
  return server;
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  find: FindTarget,
  traffic: Traffic,
): Promise<void> {
  try {
    const found = await find(request);
    if (isRefused(found)) return refuse(response, found);
    const call = await openCall(request, found, traffic);
    response.once("close", () => call.destroy());
    call.once("response", (answer) => {
      response.writeHead(answer.statusCode!, answer.statusMessage, endToEndHeaders(answer));
      answer.pipe(response);
      answer.once("error", () => response.destroy());
    });
    call.once("error", () => failed(response));
    request.pipe(call);
  } catch {
    failed(response);
  }
}

/** The Host header is the target that was checked, whatever the client wrote. */
async function openCall(
  request: IncomingMessage,
  { destination, path }: HttpRoute,
  traffic: Traffic,
  further: readonly string[] = ["Connection", "close"],
): Promise<ClientRequest> {
  const upstream = await dial(destination);
  if (!traffic.add(upstream)) throw new Error("too many connections");
  upstream.on("data", (chunk: Buffer) => traffic.spend(chunk.length));
  request.on("data", (chunk: Buffer) => traffic.spend(chunk.length)).pause();
  const kept = endToEndHeaders(request);
  const headers = kept.filter((_, at) => kept[at - (at % 2)]!.toLowerCase() !== "host");
  const host = destination.host.includes(":") ? `[${destination.host}]` : destination.host;
  const authority = destination.port === HTTP_PORT ? host : `${host}:${destination.port}`;
  return openRequest({
    createConnection: () => upstream,
    method: request.method!,
    path,
    headers: ["Host", authority, ...headers, ...further],
    maxHeaderSize: MAX_HEADER_BYTES,
  });
}

/** Passes a WebSocket on: the first request is checked, what follows is opaque. */
async function upgrade(
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  find: FindTarget,
  traffic: Traffic,
): Promise<void> {
  try {
    const isWebSocket = request.headers.upgrade?.toLowerCase() === "websocket";
    const found = isWebSocket ? await find(request) : otherProtocol;
    if (isRefused(found)) return void socket.end(formatRefusal(found));
    const further = ["Connection", "Upgrade", "Upgrade", request.headers.upgrade ?? ""];
    const call = await openCall(request, found, traffic, further);
    call.once("error", () => socket.destroy()).once("response", () => socket.destroy());
    call.once("upgrade", (answer, upstream: Socket, answerHead) => {
      // Node reads the bytes of headers as characters of latin1.
      socket.write(formatHead(answer), "latin1");
      socket.write(answerHead);
      upstream.write(head);
      traffic.join(socket, upstream);
    });
    call.end();
  } catch {
    socket.destroy();
  }
}

// HTTP/2 in plain text would carry requests for other hosts that nobody checks.
const otherProtocol: Refusal = {
  isPolicy: true,
  rule: "network.not_a_web_socket",
  reason: "only WebSocket can take over a connection of the proxy",
};

function isRefused(found: Awaited<ReturnType<FindTarget>>): found is Refusal {
  return !("destination" in found);
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  response.writeHead(refusal.isPolicy ? 403 : 502, { "content-type": "text/plain", connection: "close" });
  response.end(refusalText(refusal));
}

function failed(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else
    refuse(response, { isPolicy: false, rule: "network.unreachable", reason: "the host cannot be reached" });
}

/** An answer to a client that waits for a tunnel or another protocol. */
export function formatRefusal(refusal: Refusal): string {
  const body = refusalText(refusal);
  const status = refusal.isPolicy ? "403 Forbidden" : "502 Bad Gateway";
  const length = Buffer.byteLength(body);
  return `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`;
}

function refusalText({ rule, reason }: Refusal): string {
  return `${reason} (${rule})\n`;
}

function formatHead({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join("\r\n")}\r\n\r\n`;
}
