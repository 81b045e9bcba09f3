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
import type { ServerContext } from "../context/server-context.ts";
import { noRoomForBody } from "../limits/body-budget.ts";
import { bodyTimedOut, bodyTooLarge } from "./body-error.ts";
import { headersOf } from "./plain-answer.ts";
import { refuse } from "./refusal.ts";
import { RequestBody } from "./request-body.ts";
import type { HeadFacts } from "./request-rules.ts";
import { ResponseWriter, type ResponseWriterOwner } from "./response-writer.ts";
import { StreamedBody } from "./streamed-body.ts";

const EXCHANGE = Symbol("exchange");
const NO_BODY = Buffer.alloc(0);
/** How much of a body is still read, and thrown away, after the request was refused. */
const MAX_LINGER_BYTES = 1024 * 1024;

type TrackedRequest = IncomingMessage & { [EXCHANGE]: HttpExchange };
type TrackedResponse = ServerResponse & { [EXCHANGE]: HttpExchange };

/**
 * - `opening`: the head is being checked.
 * - `reading`: the call is admitted and its body is being read.
 * - `answering`: the call has started, or an answer is being sent.
 * - `lingering`: an answer was sent before the body was complete; the rest of the body is thrown away.
 * - `breaking`: the answer was broken off; bytes that were written before are still being sent.
 * - `over`: the exchange has given up its slot and its place on the connection.
 */
type Phase = "opening" | "reading" | "answering" | "lingering" | "breaking" | "over";

/** One HTTP request and its response. The gateway writes its answer into it. */
export class HttpExchange implements ResponseSink, ResponseWriterOwner {
  /** The request's head as the gateway gets it. The request handler removes dangerous headers from it. */
  callHead: CallHead;
  source: AnswerSource | undefined = undefined;
  readonly #context: ServerContext;
  readonly #live: HttpExchange[];
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #writer: ResponseWriter;
  #phase: Phase = "opening";
  #admission: Admission | undefined;
  #call: OpenCall | undefined;
  #body: RequestBody | undefined;
  /** The body of a call that is passed on while it is received. */
  #stream: StreamedBody | undefined;
  /** How many bytes were thrown away while lingering. */
  #droppedBytes = 0;
  #hasBody = false;
  #awaitsContinue: boolean | undefined;
  /** The tick at which the caller last sent or took bytes, or at which the exchange began to wait for that. */
  #touched = 0;
  /** Whether the caller has to take bytes before the response can go on. */
  #isWaiting = false;
  #listensToDrain = false;

  /** Adds itself to `live`, the exchanges that are under way on the connection. */
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

  /** Whether a call or an answer is under way. */
  get hasBegun(): boolean {
    return this.#phase === "answering" || this.#phase === "lingering" || this.#phase === "breaking";
  }

  /** The bytes of the answer that the socket has not sent yet. */
  get queuedBytes(): number {
    return this.#response.writableLength + this.#writer.bufferedBytes;
  }

  /** Says whether a body follows, and whether the caller sends it only after `100 Continue`. */
  expectBody(hasBody: boolean, awaitsContinue: boolean): void {
    this.#hasBody = hasBody;
    this.#awaitsContinue = awaitsContinue;
  }

  /**
   * Reads the body of an admitted call and starts the call. Throws `input_too_large` when the announced body is too
   * large, and `too_many_calls` when the key has no slot or the body finds no room.
   */
  open(admission: Admission, facts: HeadFacts): void {
    if (facts.contentLength !== undefined && facts.contentLength > admission.maxBodyBytes) {
      throw bodyTooLarge(admission);
    }
    if (admission.countsAgainstLimit) this.#context.slots.take(admission.caller);
    this.#admission = admission;
    if (admission.streamsBody === true) {
      this.openStream(admission.maxBodyBytes, (body) =>
        this.#context.gateway.transfer(admission, body, this),
      );
      return;
    }
    if (!this.#hasBody) {
      this.#begin(NO_BODY);
      return;
    }
    // Nothing is read of a body that would find no room. Without an announced length, it is counted as it grows.
    this.#body = new RequestBody(this.#context.bodies, admission.caller.name);
    if (facts.contentLength !== undefined && !this.#body.announce(facts.contentLength)) throw noRoomForBody();
    this.#phase = "reading";
    this.#touched = this.#context.clock.now;
    this.#listen();
    this.#continue();
  }

  /** Starts what reads the body while it is received, and answers. `maxBytes` limits the body. */
  openStream(maxBytes: number, start: (body: AsyncIterable<Uint8Array> | undefined) => OpenCall): void {
    this.#phase = "answering";
    this.#touched = this.#context.clock.now;
    if (this.#hasBody) this.#stream = new StreamedBody(this.#request, () => this.#continue(), maxBytes);
    try {
      this.#call = start(this.#stream);
    } catch (error) {
      this.refuse(error);
      return;
    }
    if (this.#stream !== undefined) this.#listen();
  }

  /** Answers the request with an error; breaks the answer off when one has begun. */
  refuse(error: unknown): void {
    if (this.#phase === "over") return;
    if (this.#response.headersSent) this.break();
    else this.answer(refuse(this.#context, this.callHead, error));
  }

  /** Sends a whole answer. */
  answer(answer: PlainResponse): void {
    if (this.#phase === "over") return;
    const response = this.#response;
    const body = Buffer.from(answer.body);
    const isCutShort = this.#isCutShort;
    const lingers = isCutShort && !this.#awaitsContinue;
    const isListening = this.#phase === "reading";
    if (isCutShort || this.#context.isDraining) response.shouldKeepAlive = false;
    this.#body?.drop();
    if (this.#call === undefined) this.#body?.release();
    this.#touched = this.#context.clock.now;
    response.writeHead(answer.status, headersOf(answer, body.length));
    if (!lingers) {
      this.#phase = "answering";
      this.#isWaiting = true;
      response.end(body);
      return;
    }
    // Closing a socket with unread bytes resets the connection, and the reset may overtake the answer (RFC 9112 §9.6).
    // So the answer is sent whole, and the connection is closed when the caller has stopped sending.
    this.#phase = "lingering";
    response.write(body);
    if (isListening) return;
    this.#listen();
  }

  head(status: number, headers: readonly string[]): void {
    if (this.#phase === "over") return;
    if (this.#context.isDraining || this.#isCutShort) this.#response.shouldKeepAlive = false;
    this.#writer.head(status, headers);
  }

  write(chunk: Uint8Array | string): boolean {
    if (this.#phase === "over" || this.#phase === "breaking") return false;
    this.#writer.write(chunk);
    return !this.#isWaiting;
  }

  end(chunk?: Uint8Array | string, trailers?: Readonly<Record<string, string>>): void {
    if (this.#phase === "over" || this.#phase === "breaking") return;
    if (trailers !== undefined) this.#response.addTrailers(trailers);
    if (this.#stream !== undefined && this.#isCutShort && this.#awaitsContinue !== true) {
      // As in `answer`: the rest of the body is thrown away first.
      if (chunk !== undefined) this.#writer.write(chunk);
      this.#writer.flush();
      this.#touched = this.#context.clock.now;
      this.#phase = "lingering";
      void this.#stream.return();
    } else this.#writer.end(chunk);
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

  onWriteError(error: unknown): void {
    this.#context.report("A response could not be written.", error);
    this.leave("client_gone");
    this.#cut();
  }

  // Bytes that were written before are still sent. The terminator that completes the response is never sent.
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

  /** Ends the exchange because the caller is gone, does not read, or must be left behind. */
  leave(reason: LeaveReason): void {
    if (this.#phase === "over") return;
    const isComplete = this.#response.writableFinished;
    this.#finish();
    if (!isComplete) this.#call?.leave(reason);
  }

  /** Called when the caller has closed its side of the connection; it has then left, unless the answer is complete. */
  hangUp(): void {
    if (!this.#writer.hasEnd && !this.#response.writableEnded) this.leave("client_gone");
  }

  /** Ends the exchange because the server stops. The gateway may still write an ending into the answer. */
  abandon(): void {
    if (this.#phase === "answering") this.#call?.leave("shutting_down");
    this.#writer.send();
    const hasEnded = this.#response.writableEnded;
    this.leave("shutting_down");
    if (hasEnded) this.#request.socket.destroySoon();
    else this.#cut();
  }

  /** Enforces the time limits; called once per tick. */
  tick(now: number): void {
    const waited = now - this.#touched;
    if (this.#phase === "reading") {
      if (waited >= this.#context.bodyIdleTicks) this.refuse(bodyTimedOut(this.#context.limits));
    } else if (this.#phase === "lingering") {
      if (waited >= this.#context.lingerTicks) this.#endLingering();
    } else if (this.#stream?.isStarved === true) {
      if (waited >= this.#context.bodyIdleTicks) this.#stream.fail(bodyTimedOut(this.#context.limits));
    } else if (this.hasBegun && this.#isWaiting && waited >= this.#context.stallTicks) {
      this.leave("client_stalled");
      this.#response.destroy();
    } else if (this.#stream !== undefined && !this.#isWaiting) this.#touched = now;
  }

  /** Called with each chunk of the request's body. */
  take(chunk: Buffer): void {
    if (this.#phase === "reading") {
      this.#touched = this.#context.clock.now;
      const body = this.#body!;
      if (body.length + chunk.length > this.#admission!.maxBodyBytes)
        this.refuse(bodyTooLarge(this.#admission!));
      else if (!body.add(chunk)) this.refuse(noRoomForBody());
    } else if (this.#stream !== undefined && this.#phase === "answering") {
      this.#takeStreamed(this.#stream, chunk);
    } else if (this.#phase === "lingering") {
      this.#droppedBytes += chunk.length;
      if (this.#droppedBytes > MAX_LINGER_BYTES) this.#endLingering();
    }
  }

  /** Called at the end of the request's body. */
  takeEnd(): void {
    this.#stream?.end();
    if (this.#phase === "lingering") this.#endLingering();
    if (this.#phase !== "reading") return;
    this.#begin(this.#body!.take());
  }

  /** Called when the socket can take more bytes. */
  drained(): void {
    if (this.#phase !== "answering") return;
    this.#isWaiting = false;
    this.source?.resume();
  }

  /** Whether the caller has not sent the whole body. */
  get #isCutShort(): boolean {
    return this.#hasBody && !this.#request.complete;
  }

  #listen(): void {
    this.#request.on("data", onRequestData);
    this.#request.on("end", onRequestEnd);
  }

  #continue(): void {
    if (this.#awaitsContinue !== true) return;
    this.#awaitsContinue = false;
    this.#response.writeContinue();
  }

  #begin(body: Buffer): void {
    this.#phase = "answering";
    try {
      this.#call = this.#context.gateway.call(this.#admission!, body, this);
    } catch (error) {
      this.refuse(error);
    }
  }

  #takeStreamed(stream: StreamedBody, chunk: Buffer): void {
    this.#touched = this.#context.clock.now;
    stream.push(chunk);
    const maxBodyBytes = stream.maxBytes;
    if (stream.receivedBytes > maxBodyBytes) stream.fail(bodyTooLarge({ maxBodyBytes, streamsBody: true }));
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
    this.#body?.drop();
    this.#stream?.fail(new AbpError("client_gone", "the caller left"));
    const place = this.#live.indexOf(this);
    if (place !== -1) this.#live.splice(place, 1);
    if (this.#admission !== undefined) {
      const { caller, countsAgainstLimit } = this.#admission;
      this.#context.finished.add(countsAgainstLimit ? caller : undefined, this.#call);
      this.#releaseBody(this.#call?.background);
    }
  }

  #releaseBody(work: Promise<void> | undefined): void {
    const release = (): void => this.#body?.release();
    if (work === undefined) release();
    else work.then(release, release);
  }

  // In HTTP/1.0 the end of the connection may be the end of the answer: only a reset says that it is incomplete.
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
