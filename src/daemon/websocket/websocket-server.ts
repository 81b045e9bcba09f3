import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { Duplex } from "node:stream";
import type { WebSocketServer } from "ws";
import { AbpError } from "../../contract/index.ts";
import type { CallHead, OpenCall } from "../../gateway/index.ts";
import type { ServerContext } from "../http/server-context.ts";
import { WebSocketConnection } from "./websocket-connection.ts";

const PING_MS = 30_000;
const RESPONSES = /\/responses$/;
const HANDSHAKE = /^(?:connection|upgrade|content-type|sec-websocket-.*)$/i;

/** The Responses API over WebSocket, at every path where it is served over HTTP. */
export class ResponsesWebSocketServer {
  readonly #context: ServerContext;
  readonly #random: (size: number) => Uint8Array;
  readonly #now: () => number;
  #server: WebSocketServer | undefined;
  readonly #connections = new Set<WebSocketConnection>();

  constructor(context: ServerContext, chance: { random: (size: number) => Uint8Array; now: () => number }) {
    this.#context = context;
    this.#random = chance.random;
    this.#now = chance.now;
  }

  /** How many connections there are. */
  get size(): number {
    return this.#connections.size;
  }

  /** The calls under way. */
  *calls(): Iterable<OpenCall> {
    for (const { call } of this.#connections) if (call !== undefined) yield call;
  }

  /** Upgrades a request, once its caller is known and its path takes requests of the Responses API; else throws. */
  accept(request: IncomingMessage, head: CallHead, socket: Duplex, first: Buffer): void {
    const asPost: CallHead = { method: "POST", target: head.target, headers: postHeaders(head.headers) };
    const { endpoint } = this.#context.gateway.admit(asPost).recognised;
    if (endpoint.operation !== "generate" || !RESPONSES.test(endpoint.path)) {
      throw new AbpError("route_not_found", "This endpoint is not served over WebSocket.");
    }
    this.#server ??= openServer(this.#context.limits.max_body_bytes);
    this.#server.handleUpgrade(request, socket, first, (web) => {
      const parts = {
        context: this.#context,
        head: asPost,
        random: this.#random,
        now: this.#now,
        pingTicks: this.#context.clock.ticksFor(PING_MS),
      };
      const connection = new WebSocketConnection(web, socket, parts, () =>
        this.#connections.delete(connection),
      );
      this.#connections.add(connection);
    });
  }

  tick(): void {
    for (const connection of this.#connections) connection.tick();
  }

  /** Closes each connection as soon as no response is under way on it. */
  drain(): void {
    for (const connection of this.#connections) connection.drain();
  }

  /** Closes every connection at once. */
  abandon(): void {
    for (const connection of this.#connections) connection.abandon();
  }
}

// Loaded with the first connection, because most daemons never see one.
function openServer(maxPayload: number): WebSocketServer {
  const ws = createRequire(import.meta.url)("ws") as typeof import("ws");
  // A message is a whole request, files and all: it may be as large as a body over HTTP. Nothing is compressed, so
  // nothing can unfold.
  return new ws.WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload,
  });
}

// What belongs to the handshake is not the request's, and each message is JSON.
function postHeaders(headers: readonly string[]): string[] {
  const kept = ["content-type", "application/json"];
  for (let at = 0; at < headers.length; at += 2) {
    if (!HANDSHAKE.test(headers[at]!)) kept.push(headers[at]!, headers[at + 1]!);
  }
  return kept;
}
