import type { BodyShare } from "../limits/body-budget.ts";

/** The header of a masked control frame: two bytes, and four of the mask (RFC 6455 §5.2). */
const CONTROL_HEADER_BYTES = 6;

/**
 * Counts the bytes of the message that a connection is receiving, against a budget of all connections. `ws` keeps these
 * bytes until the message is complete. When the end of a message and the start of the next one arrive in one chunk, the
 * start is not counted; a chunk has at most 64 KiB.
 */
export class PartialMessage {
  readonly #budget: BodyShare;
  #bytes = 0;

  constructor(budget: BodyShare) {
    this.#budget = budget;
  }

  /** Counts bytes from the socket; returns false when they exceed the budget. */
  receive(bytes: number): boolean {
    if (!this.#budget.take(bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  /** Called for a ping or pong with its payload's size: control frames are no part of a message. */
  controlFrame(payloadBytes: number): void {
    this.#release(Math.min(this.#bytes, payloadBytes + CONTROL_HEADER_BYTES));
  }

  /** Called when the message is complete, and when the connection is closed. */
  reset(): void {
    this.#release(this.#bytes);
  }

  #release(bytes: number): void {
    this.#bytes -= bytes;
    this.#budget.release(bytes);
  }
}
