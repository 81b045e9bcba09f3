import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { Duplex } from "node:stream";
import type { WebSocket, WebSocketServer } from "ws";
import { AbpError } from "../../contract/index.ts";
import type { DrainableSockets } from "../../server/index.ts";
import { feedSocket } from "../streams/feed-socket.ts";
import type { Follower } from "../streams/follower.ts";

const PING_INTERVAL_MS = 30_000;
/** Followers have nothing to say. */
const MAX_MESSAGE_BYTES = 16 * 1024;

/** The WebSockets of the control API. Each follows a stream. */
export class ControlSockets implements DrainableSockets {
  readonly #open = new Map<WebSocket, AbortController>();
  readonly #report: (message: string, error: unknown) => void;
  #server: WebSocketServer | undefined;
  #pings: NodeJS.Timeout | undefined;

  constructor(report: (message: string, error: unknown) => void) {
    this.#report = report;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Upgrades a connection and feeds it what a follower gets. */
  accept(request: IncomingMessage, socket: Duplex, first: Buffer, follower: Follower): void {
    this.#server ??= openServer();
    const onClose = () => follower.leave();
    socket.once("close", onClose);
    this.#server.handleUpgrade(request, socket, first, (web) => {
      const stop = new AbortController();
      this.#open.set(web, stop);
      this.#startPings();
      web.on("close", () => this.#remove(web));
      web.on("error", () => web.terminate());
      feedSocket(follower, web, stop.signal).catch((error: unknown) => {
        this.#report("A WebSocket of the control API failed.", error);
        web.terminate();
      });
    });
  }

  /** Streams would go on for ever, so that they end at once, and their clients know where to go on. */
  drain(): void {
    for (const stop of this.#open.values())
      stop.abort(new AbpError("shutting_down", "The daemon is stopping."));
  }

  abandon(): void {
    for (const web of this.#open.keys()) web.terminate();
  }

  #remove(web: WebSocket): void {
    this.#open.delete(web);
    if (this.#open.size > 0) return;
    clearInterval(this.#pings);
    this.#pings = undefined;
  }

  /** A client that answered no ping since the last one is gone. */
  #startPings(): void {
    const silent = new WeakSet<WebSocket>();
    this.#pings ??= setInterval(() => {
      for (const web of this.#open.keys()) {
        if (silent.has(web)) web.terminate();
        else {
          silent.add(web);
          web.ping();
          web.once("pong", () => silent.delete(web));
        }
      }
    }, PING_INTERVAL_MS).unref();
  }
}

// `ws` is loaded with the first connection, because most daemons never see one.
function openServer(): WebSocketServer {
  const ws = createRequire(import.meta.url)("ws") as typeof import("ws");
  return new ws.WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });
}
