import type { Duplex } from "node:stream";
import type { Admission, OpenSession, PlainResponse, SocketSink } from "../../gateway/index.ts";
import type { ServerContext } from "../context/server-context.ts";
import { answerSocket } from "../http/plain-answer.ts";
import { PartialMessage } from "./partial-message.ts";
import type { WebSocketPeer } from "./websocket-connection.ts";

/** Above this many unsent bytes the engine is made to wait. */
const PAUSE_BYTES = 64 * 1024;
// Close codes of RFC 6455 §7.4.1 and of its registry.
const BROKEN_OFF = 1006;
const TRY_AGAIN_LATER = 1013;

/** Answers the caller's handshake. Calls `done` before it returns, unless the handshake itself is wrong. */
export type CompleteHandshake = (
  protocol: string,
  headers: readonly string[],
  done: (web: WebSocketPeer) => void,
) => void;

export interface PassedConnectionParts {
  readonly context: ServerContext;
  readonly admission: Admission;
  readonly socket: Duplex;
  readonly complete: CompleteHandshake;
  /** In ticks of the server's clock. */
  readonly pingTicks: number;
  readonly onEnd: () => void;
}

/** A caller's WebSocket whose messages pass through. The gateway's session knows where to. */
export class PassedConnection implements SocketSink {
  readonly #parts: PassedConnectionParts;
  readonly #partial: PartialMessage;
  #session: OpenSession | undefined;
  #web: WebSocketPeer | undefined;
  #isStalled = false;
  #stalledAt = 0;
  #pingedAt: number;
  #isAlive = true;
  #isClosing = false;
  #isOver = false;

  /** Takes a slot of the key; throws `too_many_calls` if it has none. */
  constructor(parts: PassedConnectionParts) {
    const { context, admission, socket } = parts;
    this.#parts = parts;
    this.#partial = new PartialMessage(context.bodies.shareOf(admission.caller.name));
    this.#pingedAt = context.clock.now;
    context.slots.take(admission.caller);
    // Later on, `ws` tells how the connection was closed.
    socket.on("close", () => {
      if (this.#web === undefined) this.#closed(BROKEN_OFF, "");
    });
    try {
      this.#session = context.gateway.session(admission, this);
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  accept(protocol: string, headers: readonly string[]): boolean {
    const { socket, complete } = this.#parts;
    if (socket.destroyed || this.#isOver) return false;
    complete(protocol, headers, (web) => this.#open(web));
    return this.#web !== undefined;
  }

  refuse(answer: PlainResponse): void {
    answerSocket(this.#parts.socket, answer);
    // The session itself may still be starting, and is recorded with its slot.
    setImmediate(() => this.#end());
  }

  send(data: Uint8Array, isBinary: boolean): boolean {
    const web = this.#web;
    if (web === undefined || web.readyState !== web.OPEN) return false;
    web.send(data, { binary: isBinary });
    if (web.bufferedAmount <= PAUSE_BYTES) return true;
    if (!this.#isStalled) {
      this.#isStalled = true;
      this.#stalledAt = this.#parts.context.clock.now;
    }
    return false;
  }

  takeMore(): void {
    this.#web?.resume();
  }

  close(code: number | undefined, reason: string): void {
    this.#isClosing = true;
    if (code === undefined) this.#web?.close();
    else this.#web?.close(code, shorten(reason));
    // The caller's answer is read only then.
    this.#web?.resume();
  }

  break(): void {
    this.#web?.terminate();
  }

  /** Enforces the time limits and sends pings; called once per tick. */
  tick(): void {
    const web = this.#web;
    if (web === undefined) return;
    const { context, pingTicks } = this.#parts;
    const { now } = context.clock;
    if (this.#isStalled && now - this.#stalledAt >= context.stallTicks) {
      this.#session?.leave("client_stalled");
      web.terminate();
    } else if (now - this.#pingedAt >= pingTicks) {
      // A caller that is made to wait, or is still taking bytes, is alive, even if its pong is late.
      if (!this.#isAlive && web.bufferedAmount === 0) web.terminate();
      this.#isAlive = web.isPaused;
      this.#pingedAt = now;
      if (web.readyState === web.OPEN) web.ping();
    }
  }

  /** Ends the session and the connection at once. */
  abandon(): void {
    this.#session?.leave("shutting_down");
    if (this.#web === undefined) this.#parts.socket.destroy();
    else this.#web.terminate();
    this.#end();
  }

  #open(web: WebSocketPeer): void {
    this.#web = web;
    const { socket } = this.#parts;
    web.on("message", (data, isBinary) => {
      this.#partial.reset();
      if (this.#isClosing) return;
      const wantsMore = this.#session?.fromCaller(data as Buffer, isBinary) !== false;
      // The session may have closed the connection meanwhile.
      if (!wantsMore && !this.#isClosing) web.pause();
    });
    web.on("ping", (data) => this.#partial.controlFrame(data.length));
    web.on("pong", (data) => {
      this.#partial.controlFrame(data.length);
      this.#isAlive = true;
    });
    // `ws` closes the connection itself, with the fitting code, after a frame that it rejects; `close` follows.
    web.on("error", () => undefined);
    web.on("close", (code, reason) => this.#closed(code, reason.toString("utf8")));
    // Before the listener of `ws`, so that the bytes are counted before it keeps them.
    socket.prependListener("data", (chunk: Buffer) => this.#receive(chunk.length));
    socket.on("drain", () => this.#drained());
  }

  // The session cannot go on without the rest of the message.
  #receive(bytes: number): void {
    if (this.#isOver || this.#partial.receive(bytes)) return;
    this.#web?.close(TRY_AGAIN_LATER, "too much is being received");
    this.#session?.callerClosed(TRY_AGAIN_LATER, "too much is being received");
    this.#web?.terminate();
  }

  #drained(): void {
    if (!this.#isStalled) return;
    this.#isStalled = false;
    this.#session?.resume();
  }

  #closed(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#session?.callerClosed(code, reason);
    this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#partial.reset();
    const { context, admission, onEnd } = this.#parts;
    context.finished.add(admission.caller, this.#session);
    onEnd();
  }
}

// A close frame has room for 123 bytes of reason (RFC 6455 §5.5).
function shorten(reason: string): string {
  return Buffer.byteLength(reason) <= 123 ? reason : reason.slice(0, 40);
}
