import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { AbpError } from "../../contract/index.ts";
import type { Caller, CallHead, LeaveReason, OpenCall, PlainResponse } from "../../gateway/index.ts";
import { uuidV7 } from "../../lib/index.ts";
import { answerError } from "../http/plain-answer.ts";
import type { ServerContext } from "../http/server-context.ts";
import { ConnectionMemory } from "./connection-memory.ts";
import {
  type ClientMessage,
  inputItems,
  readMessage,
  textOf,
  withStreamId,
  writeErrorMessage,
  writeRequest,
  writeSteerRefusal,
  writeWarmUp,
} from "./websocket-message.ts";
import { type TurnOutput, WebSocketTurn } from "./websocket-turn.ts";

const MAX_QUEUED = 16;
const PAUSE_BYTES = 64 * 1024;
const DROP_BYTES = 1024 * 1024;

// Close codes of RFC 6455 §7.4.1 and its registry.
const GOING_AWAY = 1001;
const INTERNAL_ERROR = 1011;
const TRY_AGAIN_LATER = 1013;

/** What a connection needs beside its socket. */
export interface ConnectionParts {
  readonly context: ServerContext;
  readonly head: CallHead;
  readonly random: (size: number) => Uint8Array;
  readonly now: () => number;
  readonly pingTicks: number;
}

interface Waiting {
  readonly message: ClientMessage;
  readonly bytes: number;
}

/** A caller's WebSocket: takes requests in turn and answers each with its events. */
export class WebSocketConnection implements TurnOutput {
  readonly #web: WebSocket;
  readonly #parts: ConnectionParts;
  readonly #memory = new ConnectionMemory();
  readonly #queue: Waiting[] = [];
  #queuedBytes = 0;
  #turn: WebSocketTurn | undefined;
  #caller: Caller | undefined;
  #streamId: string | undefined;
  #items: readonly unknown[] = [];
  #itemBytes = 0;
  #namesResponse = false;
  #isPaused = false;
  #pausedAt = 0;
  #pingedAt: number;
  #isAlive = true;
  #isClosed = false;

  constructor(web: WebSocket, socket: Duplex, parts: ConnectionParts, onClose: () => void) {
    this.#web = web;
    this.#parts = parts;
    this.#pingedAt = parts.context.clock.now;
    web.on("message", (data, isBinary) => this.#receive(data as Buffer, isBinary));
    web.on("ping", () => this.#checkQueue());
    web.on("pong", () => {
      this.#isAlive = true;
    });
    // What `ws` refuses (a frame too large, text that is not UTF-8) it also closes with the fitting code.
    web.on("error", () => this.#leave("client_gone"));
    web.on("close", () => {
      this.#leave("client_gone");
      onClose();
    });
    socket.on("drain", () => this.#drained());
    socket.on("end", () => this.#leave("client_gone"));
  }

  /** The call under way. */
  get call(): OpenCall | undefined {
    return this.#turn?.call;
  }

  /** How much of what was sent the caller has not yet taken, in bytes. */
  get queuedBytes(): number {
    return this.#web.bufferedAmount;
  }

  /** Looks after the time limits; called once a tick. */
  tick(): void {
    const { context, pingTicks } = this.#parts;
    const now = context.clock.now;
    if (this.#isPaused && now - this.#pausedAt >= context.stallTicks) {
      this.#leave("client_stalled");
      this.#web.terminate();
    } else if (now - this.#pingedAt >= pingTicks) {
      if (!this.#isAlive && this.#web.bufferedAmount === 0) this.#web.terminate();
      this.#isAlive = false;
      this.#pingedAt = now;
      if (this.#web.readyState === this.#web.OPEN) this.#web.ping();
    }
  }

  /** Closes the connection as soon as no response is under way. */
  drain(): void {
    this.#queue.length = 0;
    if (this.#turn === undefined) this.#close(GOING_AWAY, "shutting down");
  }

  /** Breaks off whatever is under way. */
  abandon(): void {
    this.#leave("shutting_down");
    this.#web.terminate();
  }

  send(event: string): boolean {
    return this.#send(withStreamId(event, this.#streamId));
  }

  refused(answer: PlainResponse): void {
    this.send(writeErrorMessage(answer, this.#namesResponse && answer.status === 404));
  }

  completed(event: string): void {
    const { response } = (readMessage(event) ?? {}) as { response?: { id?: unknown; output?: unknown } };
    if (typeof response?.id !== "string" || !Array.isArray(response.output)) return;
    this.#memory.keep(response.id, [...this.#items, ...response.output], this.#itemBytes + event.length);
  }

  ended(isWhole: boolean): void {
    this.#endTurn();
    if (!isWhole) this.#close(INTERNAL_ERROR, "the response was broken off");
    else if (this.#parts.context.isDraining) this.#close(GOING_AWAY, "shutting down");
    else this.#next();
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#isClosed) return;
    const message = isBinary ? undefined : readMessage(data.toString("utf8"));
    const type = message === undefined ? undefined : textOf(message, "type");
    if (type === "response.steer") this.#send(writeSteerRefusal(message!));
    else if (type !== "response.create") {
      this.#sendError(
        new AbpError("input_invalid_json", "A message must be a JSON object of type `response.create`."),
        message,
      );
    } else if (this.#queue.length >= MAX_QUEUED || this.#isOverfull(data.length)) {
      this.#sendError(
        new AbpError("too_many_calls", "The connection has too many requests waiting."),
        message,
      );
    } else {
      this.#queue.push({ message: message!, bytes: data.length });
      this.#queuedBytes += data.length;
      this.#next();
    }
  }

  #isOverfull(bytes: number): boolean {
    return this.#queue.length > 0 && this.#queuedBytes + bytes > this.#parts.context.limits.max_body_bytes;
  }

  #next(): void {
    while (this.#turn === undefined && !this.#isClosed) {
      const waiting = this.#queue.shift();
      if (waiting === undefined) return;
      this.#queuedBytes -= waiting.bytes;
      try {
        this.#begin(waiting.message, waiting.bytes);
      } catch (error) {
        this.#sendError(error, waiting.message);
        this.#endTurn();
      }
    }
  }

  #begin(message: ClientMessage, bytes: number): void {
    const { context, head } = this.#parts;
    if (context.isDraining) throw new AbpError("shutting_down", "The daemon is stopping.");
    // Asked each time: the key may have been withdrawn since the connection was made.
    const admission = context.gateway.admit(head);
    const previous = textOf(message, "previous_response_id");
    const earlier = previous === undefined ? undefined : this.#memory.recall(previous);
    this.#streamId = textOf(message, "stream_id");
    this.#namesResponse = previous !== undefined && earlier === undefined;
    this.#items = earlier === undefined ? inputItems(message) : [...earlier, ...inputItems(message)];
    if (message["generate"] === false) {
      this.#warmUp(message, bytes);
      return;
    }
    const body = Buffer.from(writeRequest(message, earlier === undefined ? undefined : this.#items));
    if (body.length > admission.maxBodyBytes) {
      throw new AbpError("input_too_large", `The request is larger than ${admission.maxBodyBytes} bytes.`, {
        advice: "Send less, or raise `gateway.max_body_bytes`.",
      });
    }
    this.#itemBytes = body.length;
    context.slots.take(admission.caller);
    this.#caller = admission.caller;
    const turn = new WebSocketTurn(this);
    this.#turn = turn;
    turn.begun(context.gateway.call(admission, body, turn));
  }

  #warmUp(message: ClientMessage, bytes: number): void {
    const { random, now } = this.#parts;
    const milliseconds = now();
    const id = `resp_${uuidV7(milliseconds, random(10)).replaceAll("-", "")}`;
    this.#memory.keep(id, this.#items, bytes);
    for (const event of writeWarmUp(message, id, Math.floor(milliseconds / 1000))) this.send(event);
  }

  #sendError(error: unknown, message: ClientMessage | undefined): void {
    const answer = answerError(this.#parts.context.gateway, this.#parts.head, error);
    const streamId = message === undefined ? undefined : textOf(message, "stream_id");
    this.#send(withStreamId(writeErrorMessage(answer, false), streamId));
  }

  #send(text: string): boolean {
    if (this.#web.readyState !== this.#web.OPEN) return false;
    this.#web.send(text);
    return this.#checkQueue();
  }

  #checkQueue(): boolean {
    const queued = this.#web.bufferedAmount;
    if (queued <= PAUSE_BYTES) return true;
    if (!this.#isPaused) {
      this.#isPaused = true;
      this.#pausedAt = this.#parts.context.clock.now;
    }
    if (queued > DROP_BYTES && this.#web.readyState === this.#web.OPEN) {
      this.#leave("client_stalled");
      this.#close(TRY_AGAIN_LATER, "too much is unread");
    }
    return false;
  }

  #close(code: number, reason: string): void {
    this.#isClosed = true;
    this.#queue.length = 0;
    this.#web.close(code, reason);
  }

  #drained(): void {
    this.#isPaused = false;
    this.#turn?.source?.resume();
  }

  #leave(reason: LeaveReason): void {
    this.#isClosed = true;
    this.#queue.length = 0;
    this.#turn?.leave(reason);
    this.#endTurn();
  }

  #endTurn(): void {
    if (this.#caller !== undefined) this.#parts.context.slots.release(this.#caller);
    this.#caller = undefined;
    this.#turn = undefined;
    this.#items = [];
  }
}
