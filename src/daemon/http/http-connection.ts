import type { Socket } from "node:net";
import type { HttpExchange } from "./http-exchange.ts";

const CONNECTION = Symbol("connection");

type TrackedSocket = Socket & { [CONNECTION]?: HttpConnection };

/** A caller's connection and what is under way on it. */
export class HttpConnection {
  readonly socket: Socket;
  /**
   * Seldom more than one. A list and not a `Set`: the tables that a set outgrows keep each other alive in the old
   * generation, and whatever the set ever held with them.
   */
  readonly exchanges: HttpExchange[] = [];
  /** Set once the connection speaks WebSocket. */
  isUpgraded = false;

  constructor(socket: Socket) {
    this.socket = socket;
    (socket as TrackedSocket)[CONNECTION] = this;
    socket.on("end", onEnd);
  }

  /** The connection of a socket. */
  static of(socket: Socket): HttpConnection | undefined {
    return (socket as TrackedSocket)[CONNECTION];
  }

  tick(now: number): void {
    for (const exchange of [...this.exchanges]) exchange.tick(now);
  }
}

// With the caller gone, node first writes out what is queued, which may take as long as the caller likes.
function onEnd(this: Socket): void {
  for (const exchange of [...HttpConnection.of(this)!.exchanges]) exchange.hangUp();
}
