import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocketServer } from "ws";
import { AbpError } from "../../contract/index.ts";
import { type CallHead, SliceQueue } from "../../gateway/index.ts";
import type { ServerContext } from "../context/server-context.ts";
import { SharedMemory } from "./connection-memory.ts";
import { openHandshakeServer } from "./handshake-server.ts";
import { type ConnectionParts, WebSocketConnection } from "./websocket-connection.ts";

const PING_INTERVAL_MS = 30_000;
/** All connections together may remember this many bytes of earlier responses. */
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;
const RESPONSES_PATH = /\/responses$/;
const HANDSHAKE_HEADER = /^(?:connection|upgrade|content-type|sec-websocket-.*)$/i;

/** Serves the Responses API over WebSocket, at every path where it is served over HTTP. */
export class ResponsesWebSocketServer {
  readonly #parts: Omit<ConnectionParts, "messages">;
  readonly #connections = new Set<WebSocketConnection>();
  #server: WebSocketServer | undefined;

  constructor(context: ServerContext, options: Pick<ConnectionParts, "random" | "now">) {
    this.#parts = {
      context,
      slices: new SliceQueue(),
      memory: new SharedMemory(MAX_MEMORY_BYTES),
      random: options.random,
      now: options.now,
      pingTicks: context.clock.ticksFor(PING_INTERVAL_MS),
    };
  }

  /** The number of open connections. */
  get size(): number {
    return this.#connections.size;
  }

  /**
   * Upgrades a connection. Throws when the caller's key is not accepted, or when the path does not take requests of the
   * Responses API.
   */
  accept(request: IncomingMessage, head: CallHead, socket: Duplex, first: Buffer): void {
    const asPost: CallHead = { method: "POST", target: head.target, headers: postHeaders(head.headers) };
    const { context } = this.#parts;
    const { caller, recognised } = context.gateway.admit(asPost);
    const { endpoint } = recognised;
    if (endpoint.operation !== "generate" || !RESPONSES_PATH.test(endpoint.path)) {
      throw new AbpError("route_not_found", "This endpoint is not served over WebSocket.", {
        advice: "Connect to /v1/responses, or send the request over HTTP.",
      });
    }
    // A message is a whole request, so it may be as large as a body over HTTP.
    this.#server ??= openHandshakeServer(context, { maxPayload: context.limits.max_body_bytes });
    this.#server.handleUpgrade(request, socket, first, (web) => {
      const parts = { ...this.#parts, messages: context.bodies.shareOf(caller.name) };
      const connection = new WebSocketConnection(web, socket, asPost, parts, () =>
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

  /** Ends the responses under way and closes every connection at once. */
  abandon(): void {
    for (const connection of this.#connections) connection.abandon();
  }
}

/** The headers of the request that each message stands for: without those of the handshake, and with a JSON body. */
function postHeaders(headers: readonly string[]): string[] {
  const kept = ["content-type", "application/json"];
  for (let at = 0; at < headers.length; at += 2) {
    if (!HANDSHAKE_HEADER.test(headers[at]!)) kept.push(headers[at]!, headers[at + 1]!);
  }
  return kept;
}
