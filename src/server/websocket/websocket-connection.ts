import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { AbpError } from "../../contract/index.ts";
import {
  BodyCheck,
  type Caller,
  type CallHead,
  type LeaveReason,
  type PlainResponse,
  type SliceQueue,
} from "../../gateway/index.ts";
import { uuidV7 } from "../../lib/index.ts";
import type { ServerContext } from "../context/server-context.ts";
import { refuse } from "../http/refusal.ts";
import type { BodyShare } from "../limits/body-budget.ts";
import { noRoomForBody } from "../limits/body-budget.ts";
import { ConnectionMemory, type SharedMemory } from "./connection-memory.ts";
import { MessageQueue } from "./message-queue.ts";
import { PartialMessage } from "./partial-message.ts";
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

/** Above this many unsent bytes the gateway is asked to pause. */
const PAUSE_BYTES = 64 * 1024;
/** A longer message is read in slices, between which other calls are served. */
const LONG_MESSAGE_BYTES = 256 * 1024;
/** Above this many unsent bytes the connection is closed. */
const MAX_UNSENT_BYTES = 1024 * 1024;

// Close codes of RFC 6455 §7.4.1 and of its registry.
const GOING_AWAY = 1001;
const INTERNAL_ERROR = 1011;
const TRY_AGAIN_LATER = 1013;

/** The part of a `ws` connection that is used here. */
export type WebSocketPeer = Pick<
  WebSocket,
  | "on"
  | "send"
  | "ping"
  | "close"
  | "terminate"
  | "pause"
  | "resume"
  | "bufferedAmount"
  | "isPaused"
  | "readyState"
  | "OPEN"
>;

/** Shared by all WebSocket connections of a server. */
export interface ConnectionParts {
  readonly context: ServerContext;
  /** Bounds the bytes of messages that are being received, wait for their turn, or are held by a call. */
  readonly messages: BodyShare;
  /** Long messages are read in slices. */
  readonly slices: SliceQueue;
  readonly memory: SharedMemory;
  readonly random: (size: number) => Uint8Array;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  /** The interval between two pings, in ticks of the server's clock. */
  readonly pingTicks: number;
}

/** A caller's WebSocket. It serves one request after the other and answers each with its events. */
export class WebSocketConnection implements TurnOutput {
  readonly #web: WebSocketPeer;
  readonly #parts: ConnectionParts;
  /** The head of a POST request that stands for each message. */
  readonly #head: CallHead;
  readonly #memory: ConnectionMemory;
  readonly #queue: MessageQueue;
  readonly #partial: PartialMessage;
  /** Messages that are not parsed yet, because one of them is long. */
  readonly #unread: { readonly data: Buffer; readonly isBinary: boolean }[] = [];
  #turn: WebSocketTurn | undefined;
  #caller: Caller | undefined;
  #streamId: string | undefined;
  /** The items of the current request, and their size: with the response's output they are remembered. */
  #items: readonly unknown[] = [];
  #itemBytes = 0;
  /** Whether the current request names a response that this connection does not remember. */
  #namesUnknownResponse = false;
  /** The remembered response that the current request continues. */
  #continued: string | undefined;
  /** How much of the budget the request under way takes. */
  #heldBytes = 0;
  #isPaused = false;
  #pausedAt = 0;
  #pingedAt: number;
  #isAlive = true;
  #isClosed = false;
  /** The tick at which the connection is cut, whether or not the caller has closed its side. */
  #cutAt = Number.POSITIVE_INFINITY;

  constructor(
    web: WebSocketPeer,
    socket: Duplex,
    head: CallHead,
    parts: ConnectionParts,
    onClose: () => void,
  ) {
    this.#web = web;
    this.#head = head;
    this.#parts = parts;
    this.#memory = new ConnectionMemory(parts.memory);
    this.#queue = new MessageQueue(parts.context.limits.max_body_bytes, parts.messages);
    this.#partial = new PartialMessage(parts.messages);
    this.#pingedAt = parts.context.clock.now;
    web.on("message", (data, isBinary) => this.#receive(data as Buffer, isBinary));
    web.on("ping", (data) => {
      this.#partial.controlFrame(data.length);
      this.#checkUnsent();
    });
    web.on("pong", (data) => {
      this.#partial.controlFrame(data.length);
      this.#isAlive = true;
    });
    // `ws` closes the connection itself, with the fitting code, after a frame that it rejects.
    web.on("error", () => this.#leave("client_gone"));
    web.on("close", () => {
      this.#leave("client_gone");
      this.#partial.reset();
      this.#memory.clear();
      onClose();
    });
    // Before the listener of `ws`, so that the bytes are counted before it keeps them.
    socket.prependListener("data", (chunk: Buffer) => this.#receiveBytes(chunk.length));
    socket.on("drain", () => this.#drained());
    socket.on("end", () => this.#leave("client_gone"));
  }

  /** Enforces the time limits and sends pings; called once per tick. */
  tick(): void {
    const { context, pingTicks } = this.#parts;
    const now = context.clock.now;
    if (now >= this.#cutAt) this.#web.terminate();
    else if (this.#isPaused && now - this.#pausedAt >= context.stallTicks) {
      this.#leave("client_stalled");
      this.#web.terminate();
    } else if (now - this.#pingedAt >= pingTicks) {
      // A caller that is still taking bytes is alive, even if its pong is late.
      if (!this.#isAlive && this.#web.bufferedAmount === 0) this.#web.terminate();
      this.#isAlive = false;
      this.#pingedAt = now;
      if (this.#web.readyState === this.#web.OPEN) this.#web.ping();
    }
  }

  /** Closes the connection as soon as no response is under way; requests that wait are dropped. */
  drain(): void {
    this.#queue.clear();
    if (this.#turn === undefined) this.#close(GOING_AWAY, "shutting down");
  }

  /** Ends the response under way and the connection at once. */
  abandon(): void {
    this.#leave("shutting_down");
    this.#web.terminate();
  }

  send(event: string): boolean {
    return this.#send(withStreamId(event, this.#streamId));
  }

  refused(answer: PlainResponse): void {
    this.#forgetContinued();
    this.send(writeErrorMessage(answer, this.#namesUnknownResponse && answer.status === 404));
  }

  completed(event: string): void {
    const { response } = (readMessage(event) ?? {}) as { response?: { id?: unknown; output?: unknown } };
    if (typeof response?.id !== "string" || !Array.isArray(response.output)) return;
    this.#memory.keep(response.id, [...this.#items, ...response.output], this.#itemBytes + event.length);
  }

  failed(): void {
    this.#forgetContinued();
  }

  ended(isWhole: boolean): void {
    if (!isWhole) this.#forgetContinued();
    this.#endTurn();
    if (!isWhole) this.#close(INTERNAL_ERROR, "the response was broken off");
    else if (this.#parts.context.isDraining) this.#close(GOING_AWAY, "shutting down");
    else this.#next();
  }

  // The connection cannot go on without the rest of the message, so it is closed; pausing keeps the rest out of memory.
  #receiveBytes(bytes: number): void {
    if (this.#isClosed || this.#partial.receive(bytes)) return;
    this.#sendError(
      new AbpError("too_many_calls", "The messages on all connections exceed the daemon's memory limit.", {
        advice: "Connect again later, or send smaller requests.",
      }),
      undefined,
    );
    this.#leave("client_gone");
    this.#web.close(TRY_AGAIN_LATER, "too much is being received");
    this.#web.pause();
    this.#partial.reset();
    this.#cutAt = this.#parts.context.clock.now + this.#parts.context.lingerTicks;
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#partial.reset();
    if (this.#isClosed) return;
    if (this.#unread.length === 0 && data.length <= LONG_MESSAGE_BYTES)
      this.#read(data, isBinary, this.#openCheck(data));
    else if (!this.#parts.messages.take(data.length)) this.#sendError(noRoomForBody(), undefined);
    else if (this.#unread.push({ data, isBinary }) === 1) void this.#readLong();
  }

  // Reads messages in their order while a long one is among them. Nothing more is received meanwhile.
  async #readLong(): Promise<void> {
    const { slices } = this.#parts;
    this.#web.pause();
    for (let next = this.#unread[0]; next !== undefined; next = this.#unread[0]) {
      const { data, isBinary } = next;
      const check = this.#openCheck(data);
      if (!this.#isClosed) await slices.run(check);
      await slices.turn();
      this.#parts.messages.release(data.length);
      this.#unread.shift();
      if (!this.#isClosed) this.#read(data, isBinary, check);
    }
    this.#web.resume();
  }

  #openCheck(data: Buffer): BodyCheck {
    const { max_depth, max_body_values } = this.#parts.context.limits;
    return new BodyCheck(data, { maxDepth: max_depth, maxValues: max_body_values });
  }

  #read(data: Buffer, isBinary: boolean, check: BodyCheck): void {
    let message: ClientMessage | undefined;
    try {
      if (!isBinary && check.isReadable()) message = readMessage(data.toString("utf8"));
    } catch (error) {
      this.#sendError(error, undefined);
      return;
    }
    const type = message === undefined ? undefined : textOf(message, "type");
    if (type === "response.steer") {
      this.#send(writeSteerRefusal(message!));
      return;
    }
    try {
      if (type !== "response.create") {
        throw new AbpError(
          "input_invalid_json",
          "A message must be a JSON object of type `response.create`.",
        );
      }
      this.#queue.push({ message: message!, bytes: data.length });
    } catch (error) {
      this.#sendError(error, message);
      return;
    }
    this.#next();
  }

  #next(): void {
    while (this.#turn === undefined && !this.#isClosed) {
      const waiting = this.#queue.shift();
      if (waiting === undefined) return;
      try {
        this.#begin(waiting.message, waiting.bytes);
      } catch (error) {
        this.#forgetContinued();
        this.#sendError(error, waiting.message);
        this.#endTurn();
      }
    }
  }

  #begin(message: ClientMessage, bytes: number): void {
    const { context } = this.#parts;
    if (context.isDraining) throw new AbpError("shutting_down", "The daemon is stopping.");
    // Checked for each request: the key may have been removed since the connection was made.
    const admission = context.gateway.admit(this.#head);
    const previous = textOf(message, "previous_response_id");
    const earlier = previous === undefined ? undefined : this.#memory.recall(previous);
    this.#continued = earlier === undefined ? undefined : previous;
    this.#streamId = textOf(message, "stream_id");
    this.#namesUnknownResponse = previous !== undefined && earlier === undefined;
    this.#items = earlier === undefined ? inputItems(message) : [...earlier, ...inputItems(message)];
    if (message["generate"] === false) {
      this.#warmUp(message, bytes);
      return;
    }
    const body = Buffer.from(writeRequest(message, earlier === undefined ? undefined : this.#items));
    if (body.length > admission.maxBodyBytes) {
      throw new AbpError("input_too_large", `The request is larger than ${admission.maxBodyBytes} bytes.`, {
        advice: "Send less, or raise `gateway.max_body_bytes`.",
        details: { limit: admission.maxBodyBytes },
      });
    }
    this.#itemBytes = body.length;
    context.slots.take(admission.caller);
    this.#caller = admission.caller;
    if (!this.#parts.messages.take(body.length)) throw noRoomForBody();
    this.#heldBytes = body.length;
    const turn = new WebSocketTurn(this);
    this.#turn = turn;
    const repeats = earlier === undefined ? undefined : { previous_response_id: previous };
    turn.begun(
      context.gateway.call(repeats === undefined ? admission : { ...admission, repeats }, body, turn),
    );
  }

  // The API forgets a response when a request that continues it fails; the caller then sends the whole conversation.
  #forgetContinued(): void {
    if (this.#continued !== undefined) this.#memory.forget(this.#continued);
    this.#continued = undefined;
  }

  // A request with `generate: false` only announces items that later requests build on.
  #warmUp(message: ClientMessage, bytes: number): void {
    const { random, now } = this.#parts;
    const milliseconds = now();
    const id = `resp_${uuidV7(milliseconds, random(10)).replaceAll("-", "")}`;
    this.#memory.keep(id, this.#items, bytes);
    for (const event of writeWarmUp(message, id, Math.floor(milliseconds / 1000))) this.send(event);
  }

  #sendError(error: unknown, message: ClientMessage | undefined): void {
    const answer = refuse(this.#parts.context, this.#head, error);
    const streamId = message === undefined ? undefined : textOf(message, "stream_id");
    this.#send(withStreamId(writeErrorMessage(answer, false), streamId));
  }

  #send(text: string): boolean {
    if (this.#web.readyState !== this.#web.OPEN) return false;
    this.#web.send(text);
    return this.#checkUnsent();
  }

  /** Pauses or closes a connection whose caller does not read; returns whether more may be sent. */
  #checkUnsent(): boolean {
    const unsent = this.#web.bufferedAmount;
    if (unsent <= PAUSE_BYTES) return true;
    if (!this.#isPaused) {
      this.#isPaused = true;
      this.#pausedAt = this.#parts.context.clock.now;
    }
    if (unsent > MAX_UNSENT_BYTES && this.#web.readyState === this.#web.OPEN) {
      this.#leave("client_stalled");
      this.#close(TRY_AGAIN_LATER, "too much is unread");
    }
    return false;
  }

  #close(code: number, reason: string): void {
    this.#isClosed = true;
    this.#queue.clear();
    this.#web.close(code, reason);
  }

  #drained(): void {
    this.#isPaused = false;
    this.#turn?.source?.resume();
  }

  #leave(reason: LeaveReason): void {
    this.#isClosed = true;
    this.#queue.clear();
    this.#turn?.leave(reason);
    this.#endTurn();
  }

  #endTurn(): void {
    if (this.#caller !== undefined) this.#parts.context.finished.add(this.#caller, this.#turn?.call);
    this.#parts.messages.release(this.#heldBytes);
    this.#heldBytes = 0;
    this.#caller = undefined;
    this.#turn = undefined;
    this.#continued = undefined;
    this.#items = [];
  }
}
