import type { IncomingMessage, ServerResponse } from "node:http";
import { AbpError } from "../../contract/index.ts";
import type {
  Admission,
  AnswerSource,
  CallHead,
  LeaveReason,
  OpenCall,
  PlainResponse,
  ResponseSink,
} from "../../gateway/index.ts";
import { answerError, withLength } from "./plain-answer.ts";
import type { HeadFacts } from "./request-rules.ts";
import { ResponseWriter, type ResponseWriterOwner } from "./response-writer.ts";
import type { ServerContext } from "./server-context.ts";

const EXCHANGE = Symbol("exchange");
const NOTHING = Buffer.alloc(0);
// What is still read from a caller that was refused while it was sending.
const LINGER_BYTES = 1024 * 1024;

type TrackedRequest = IncomingMessage & { [EXCHANGE]: HttpExchange };
type TrackedResponse = ServerResponse & { [EXCHANGE]: HttpExchange };

/** One request and its answer on a connection; the sink that the gateway answers into. */
export class HttpExchange implements ResponseSink, ResponseWriterOwner {
  /** The request's head as the gateway gets it. */
  callHead: CallHead;
  source: AnswerSource | undefined = undefined;
  readonly #context: ServerContext;
  readonly #live: HttpExchange[];
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #writer: ResponseWriter;
  #phase: "opening" | "reading" | "answering" | "lingering" | "breaking" | "over" = "opening";
  #admission: Admission | undefined;
  #call: OpenCall | undefined;
  #chunks: Buffer[] = [];
  #length = 0;
  #hasBody = false;
  #isHeldBack = false;
  /** The tick of the last sign of the caller's life while something is awaited of it. */
  #touched = 0;
  #isWaiting = false;
  #listensToDrain = false;

  /** Takes its place among the live exchanges of its connection. */
  constructor(
    context: ServerContext,
    live: HttpExchange[],
    request: IncomingMessage,
    response: ServerResponse,
    head: CallHead,
  ) {
    this.callHead = head;
    this.#context = context;
    this.#live = live;
    this.#request = request;
    this.#response = response;
    this.#writer = new ResponseWriter(response, context.batcher, this);
    (request as TrackedRequest)[EXCHANGE] = this;
    (response as TrackedResponse)[EXCHANGE] = this;
    response.on("close", onResponseClose);
    live.push(this);
  }

  get isOver(): boolean {
    return this.#phase === "over";
  }

  /** Whether a body follows the head. */
  get hasBody(): boolean {
    return this.#hasBody;
  }

  /** Whether an answer is under way, or a call that will give one. */
  get hasBegun(): boolean {
    return this.#phase === "answering" || this.#phase === "lingering" || this.#phase === "breaking";
  }

  /** The call under way, once there is one. */
  get call(): OpenCall | undefined {
    return this.#call;
  }

  /** How much of the answer the caller's side has not yet taken, in bytes. */
  get queuedBytes(): number {
    return this.#response.writableLength + this.#writer.saidBytes;
  }

  /** Takes note of whether a body follows, and whether the caller holds it back until it is told to go on. */
  expectBody(hasBody: boolean, isHeldBack: boolean): void {
    this.#hasBody = hasBody;
    this.#isHeldBack = isHeldBack;
  }

  /** Takes an admitted call: reads the body, if there is one, and starts the call. */
  open(admission: Admission, facts: HeadFacts): void {
    if (facts.contentLength !== undefined && facts.contentLength > admission.maxBodyBytes) {
      throw tooLarge(admission.maxBodyBytes);
    }
    this.#context.slots.take(admission.caller);
    this.#admission = admission;
    if (!this.#hasBody) {
      this.#begin(NOTHING);
      return;
    }
    this.#phase = "reading";
    this.#touched = this.#context.clock.now;
    this.#request.on("data", onRequestData);
    this.#request.on("end", onRequestEnd);
    if (this.#isHeldBack) {
      this.#isHeldBack = false;
      this.#response.writeContinue();
    }
  }

  /** Refuses the request, or breaks off an answer that has begun. */
  refuse(error: unknown): void {
    if (this.#phase === "over") return;
    if (this.#response.headersSent) this.break();
    else this.answer(answerError(this.#context.gateway, this.callHead, error));
  }

  /** Answers with something whole. */
  answer(answer: PlainResponse): void {
    if (this.#phase === "over") return;
    const response = this.#response;
    const body = Buffer.from(answer.body);
    const isCutShort = this.#hasBody && !this.#request.complete;
    const lingers = isCutShort && !this.#isHeldBack;
    const isListening = this.#phase === "reading";
    if (isCutShort || this.#context.isDraining) response.shouldKeepAlive = false;
    this.#chunks = [];
    this.#touched = this.#context.clock.now;
    response.writeHead(answer.status, withLength(answer, body.length));
    if (!lingers) {
      this.#phase = "answering";
      this.#isWaiting = true;
      response.end(body);
      return;
    }
    // A socket that is closed with unread bytes is reset, and the reset may overtake the answer (RFC 9112 §9.6): the
    // answer goes out whole, and the connection is closed when the caller has stopped sending.
    this.#phase = "lingering";
    this.#length = 0;
    response.write(body);
    if (isListening) return;
    this.#request.on("data", onRequestData);
    this.#request.on("end", onRequestEnd);
  }

  head(status: number, headers: readonly string[]): void {
    if (this.#phase === "over") return;
    if (this.#context.isDraining) this.#response.shouldKeepAlive = false;
    this.#writer.head(status, headers);
  }

  write(chunk: Uint8Array | string): boolean {
    if (this.#phase === "over" || this.#phase === "breaking") return false;
    this.#writer.write(chunk);
    return !this.#isWaiting;
  }

  end(chunk?: Uint8Array | string): void {
    if (this.#phase !== "over" && this.#phase !== "breaking") this.#writer.end(chunk);
  }

  onFull(): void {
    if (this.#isWaiting) return;
    this.#awaitCaller();
    if (this.#listensToDrain) return;
    this.#listensToDrain = true;
    this.#response.on("drain", onResponseDrain);
  }

  onLast(): void {
    this.#awaitCaller();
  }

  // What was written before still goes out: it is the caller's. The end that the framing calls for never does.
  break(): void {
    if (this.#phase === "over" || this.#phase === "breaking") return;
    if (this.#response.headersSent) this.#writer.flush();
    if (this.#request.httpVersionMinor === 0 || !this.#response.headersSent) {
      this.#finish();
      this.#cut();
      return;
    }
    this.#writer.close();
    this.#phase = "breaking";
    this.#awaitCaller();
    this.#request.socket.destroySoon();
  }

  /** Says that the caller is gone, or is as good as gone. */
  leave(reason: LeaveReason): void {
    if (this.#phase === "over") return;
    const isComplete = this.#response.writableFinished;
    this.#finish();
    if (!isComplete) this.#call?.leave(reason);
  }

  /** Says that the caller sends nothing more, which in HTTP means that it has gone. */
  hangUp(): void {
    if (!this.#writer.hasEnd && !this.#response.writableEnded) this.leave("client_gone");
  }

  /** Ends the exchange from our side, whatever state it is in. */
  abandon(): void {
    if (this.#phase === "answering") this.#call?.leave("shutting_down");
    this.#writer.send();
    const hasEnded = this.#response.writableEnded;
    this.leave("shutting_down");
    if (hasEnded) this.#request.socket.destroySoon();
    else this.#cut();
  }

  /** Looks after the time limits; called once a tick. */
  tick(now: number): void {
    const waited = now - this.#touched;
    if (this.#phase === "reading") {
      if (waited >= this.#context.bodyIdleTicks) this.refuse(slow(this.#context));
    } else if (this.#phase === "lingering") {
      if (waited >= this.#context.lingerTicks) this.#endLingering();
    } else if (this.hasBegun && this.#isWaiting && waited >= this.#context.stallTicks) {
      this.leave("client_stalled");
      this.#response.destroy();
    }
  }

  /** Takes a part of the request's body. */
  take(chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#phase === "reading") {
      this.#touched = this.#context.clock.now;
      if (this.#length > this.#admission!.maxBodyBytes) this.refuse(tooLarge(this.#admission!.maxBodyBytes));
      else this.#chunks.push(chunk);
    } else if (this.#phase === "lingering" && this.#length > LINGER_BYTES) this.#endLingering();
  }

  /** Takes the end of the request's body. */
  takeEnd(): void {
    if (this.#phase === "lingering") this.#endLingering();
    if (this.#phase !== "reading") return;
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#begin(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, this.#length));
  }

  /** Takes note that the caller's side can take more. */
  drained(): void {
    if (this.#phase !== "answering") return;
    this.#isWaiting = false;
    this.source?.resume();
  }

  #begin(body: Buffer): void {
    this.#phase = "answering";
    try {
      this.#call = this.#context.gateway.call(this.#admission!, body, this);
    } catch (error) {
      this.refuse(error);
    }
  }

  #endLingering(): void {
    this.#phase = "answering";
    this.#awaitCaller();
    this.#response.end();
  }

  #awaitCaller(): void {
    this.#isWaiting = true;
    this.#touched = this.#context.clock.now;
  }

  #finish(): void {
    this.#phase = "over";
    this.#writer.close();
    this.#chunks = [];
    const place = this.#live.indexOf(this);
    if (place !== -1) this.#live.splice(place, 1);
    if (this.#admission !== undefined) this.#context.slots.release(this.#admission.caller);
  }

  // An answer in HTTP/1.0 may end where its connection ends: only a reset tells that it is not whole.
  #cut(): void {
    const { socket } = this.#request;
    if (this.#request.httpVersionMinor === 0 && this.#response.headersSent) socket.resetAndDestroy();
    else socket.destroy();
  }
}

function onRequestData(this: IncomingMessage, chunk: Buffer): void {
  (this as TrackedRequest)[EXCHANGE].take(chunk);
}

function onRequestEnd(this: IncomingMessage): void {
  (this as TrackedRequest)[EXCHANGE].takeEnd();
}

function onResponseDrain(this: ServerResponse): void {
  (this as TrackedResponse)[EXCHANGE].drained();
}

function onResponseClose(this: ServerResponse): void {
  (this as TrackedResponse)[EXCHANGE].leave("client_gone");
}

function tooLarge(limit: number): AbpError {
  return new AbpError("input_too_large", `The request's body is larger than ${limit} bytes.`, {
    advice: "Send less, or raise `gateway.max_body_bytes`.",
    details: { limit },
  });
}

function slow(context: ServerContext): AbpError {
  const seconds = context.limits.body_idle_timeout_secs;
  return new AbpError("request_timed_out", `The request's body stood still for ${seconds} seconds.`, {
    details: { limit: "gateway.body_idle_timeout_secs" },
  });
}
