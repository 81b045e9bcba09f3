import { AbpError } from "../../contract/index.ts";
import type { BodyShare } from "../limits/body-budget.ts";
import type { ClientMessage } from "./websocket-message.ts";

const MAX_WAITING_MESSAGES = 16;

/** A request that waits for the response before it. */
export interface WaitingMessage {
  readonly message: ClientMessage;
  /** The size of the message as it was received. */
  readonly bytes: number;
}

/** The requests that wait on one connection. Bounded in number and in bytes, and by a budget of all connections. */
export class MessageQueue {
  readonly #maxBytes: number;
  readonly #budget: BodyShare;
  readonly #waiting: WaitingMessage[] = [];
  #bytes = 0;

  constructor(maxBytes: number, budget: BodyShare) {
    this.#maxBytes = maxBytes;
    this.#budget = budget;
  }

  /** Adds a message; throws `too_many_calls` when the connection, or all connections together, have too much waiting. */
  push(waiting: WaitingMessage): void {
    if (this.#waiting.length >= MAX_WAITING_MESSAGES) {
      throw tooMany(`The connection has ${MAX_WAITING_MESSAGES} requests waiting, which is the limit.`);
    }
    if (this.#bytes + waiting.bytes > this.#maxBytes) {
      throw tooMany(`The requests that wait on the connection would exceed ${this.#maxBytes} bytes.`);
    }
    if (!this.#budget.take(waiting.bytes)) {
      throw tooMany("The requests that wait on all connections exceed the daemon's memory limit.");
    }
    this.#waiting.push(waiting);
    this.#bytes += waiting.bytes;
  }

  /** Removes the oldest message. */
  shift(): WaitingMessage | undefined {
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) this.#release(waiting.bytes);
    return waiting;
  }

  clear(): void {
    this.#waiting.length = 0;
    this.#release(this.#bytes);
  }

  #release(bytes: number): void {
    this.#bytes -= bytes;
    this.#budget.release(bytes);
  }
}

function tooMany(message: string): AbpError {
  return new AbpError("too_many_calls", message, {
    advice: "Wait for a response before sending the next request.",
  });
}
