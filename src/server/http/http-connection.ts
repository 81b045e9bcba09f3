import type { Socket } from "node:net";
import type { HttpExchange } from "./http-exchange.ts";

const CONNECTION = Symbol("connection");

type TrackedSocket = Socket & { [CONNECTION]?: HttpConnection };

/** A caller's connection and the exchanges that are under way on it. */
export class HttpConnection {
  readonly socket: Socket;
  /**
   * Seldom more than one. A list, because the old hash tables of a `Set` keep everything alive that the set ever held,
   * until the garbage collector works on its old generation.
   */
  readonly exchanges: HttpExchange[] = [];
  /** Whether it came while the server was draining, and has not brought its request yet. */
  isLate = false;
  /** Set once the connection speaks WebSocket. */
  isUpgraded = false;

  constructor(socket: Socket) {
    this.socket = socket;
    (socket as TrackedSocket)[CONNECTION] = this;
    socket.on("end", onEnd);
  }

  static of(socket: Socket): HttpConnection | undefined {
    return (socket as TrackedSocket)[CONNECTION];
  }

  tick(now: number): void {
    for (const exchange of [...this.exchanges]) exchange.tick(now);
  }
}

// Node emits `close` only after it has sent the queued bytes, which takes as long as the caller likes.
function onEnd(this: Socket): void {
  for (const exchange of [...HttpConnection.of(this)!.exchanges]) exchange.hangUp();
}
