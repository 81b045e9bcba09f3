import type { Socket } from "node:net";
import type { DecisionLog } from "./decision-log.ts";

/** The sockets of one proxy, and the bytes that they may still carry. */
export class Traffic {
  readonly #sockets = new Set<Socket>();
  readonly #limits: TrafficLimits;
  readonly #log: DecisionLog;
  #left: number;

  constructor(limits: TrafficLimits, log: DecisionLog) {
    this.#limits = limits;
    this.#left = limits.maxBytes;
    this.#log = log;
  }

  get isOpen(): boolean {
    return this.#left >= 0;
  }

  /** Watches a socket: it is destroyed when idle, and with the proxy. Returns false, and destroys it, at the limit. */
  add(socket: Socket): boolean {
    // Each failure of a socket is followed by its close, which the pairs below react to.
    socket.on("error", () => socket.destroy());
    if (this.#sockets.size >= this.#limits.maxSockets || !this.isOpen) {
      socket.destroy();
      return false;
    }
    this.#sockets.add(socket);
    socket.setTimeout(this.#limits.idleMs, () => socket.destroy());
    socket.once("close", () => this.#sockets.delete(socket));
    return true;
  }

  /** Copies both ways until both sides have ended, or one fails. A side that does not read slows the other down. */
  join(one: Socket, other: Socket): void {
    this.copy(one, other);
    this.copy(other, one);
  }

  /** Copies one way. Returns a function that stops it and leaves both sockets as they are. */
  copy(from: Socket, to: Socket): () => void {
    const count = (chunk: Buffer) => this.spend(chunk.length);
    const onFromClosed = () => {
      if (!from.readableEnded) to.destroy();
    };
    const onToClosed = () => from.destroySoon();
    from.on("data", count).once("close", onFromClosed);
    to.once("close", onToClosed);
    from.pipe(to);
    return () => {
      from.unpipe(to);
      from.off("data", count).off("close", onFromClosed);
      to.off("close", onToClosed);
    };
  }

  /** Ends every connection once the bytes are used up. */
  spend(bytes: number): void {
    if (!this.isOpen) return;
    this.#left -= bytes;
    if (this.isOpen) return;
    const reason = `The connections carried more than ${this.#limits.maxBytes} bytes together.`;
    this.#log.record({ verdict: "denied", subject: "network", rule: "network.byte_budget", reason });
    this.close();
  }

  close(): void {
    this.#left = -1;
    for (const socket of this.#sockets) socket.destroy();
  }
}

export interface TrafficLimits {
  readonly maxBytes: number;
  readonly maxSockets: number;
  readonly idleMs: number;
}
