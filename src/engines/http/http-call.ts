import type { Dispatcher } from "undici";
import type { AbpError } from "../../contract/index.ts";
import { findHeader, type HeaderList } from "../../lib/index.ts";
import type { UpstreamCall, UpstreamHandler, UpstreamRequest } from "../engine.ts";
import { handlerError, notifyFailure } from "../failure/failed-handler.ts";
import {
  type CallPhase,
  describeFailure,
  timeoutError,
  uploadTimeout,
} from "../failure/transport-failure.ts";
import { SWEEP_MS, type TimeLimitedCall } from "./active-calls.ts";
import type { CallContext } from "./call-context.ts";
import { redirectError } from "./redirect.ts";
import type { CircuitBreaker } from "./retry/circuit-breaker.ts";
import { readRetryAfter } from "./retry/retry-after.ts";
import { SentBody } from "./sent-body.ts";

const MAX_RETRY_AFTER_MS = 10_000;
const BACKOFF_MS = 250;
/** After so long in pauses of its reader, an answer that breaks off is not counted against the engine. */
const SLOW_READER_MS = 1000;
const ABORTED = new Error("the call was aborted");

// undici's parser must not be re-entered while it delivers the bytes of any connection.
let isDelivering = false;

/** One call over HTTP. It serves as undici's options and handler as well, so that a call costs one object. */
export class HttpCall implements UpstreamCall, TimeLimitedCall, Dispatcher.DispatchHandler {
  readonly method: UpstreamRequest["method"];
  readonly path: string;
  readonly headers: string[];
  readonly body: Uint8Array | string | SentBody | null;
  previous: TimeLimitedCall | undefined = undefined;
  next: TimeLimitedCall | undefined = undefined;
  readonly #context: CallContext;
  readonly #pool: CallContext["pool"];
  readonly #handler: UpstreamHandler;
  readonly #breaker: CircuitBreaker | undefined;
  readonly #sentBody: SentBody | undefined;
  /** The longest wait that the engine may ask for before a retry. */
  readonly #maxRetryAfterMs: number;
  /** When the call was sent; for a body that is sent while it is received, when that was complete. */
  #startedAt: number;
  #activeAt: number;
  #controller: Dispatcher.DispatchController | undefined = undefined;
  #retryTimer: NodeJS.Timeout | undefined = undefined;
  #attempt = 0;
  #retriesLeft: number;
  #isTrial: boolean;
  #hasToldBreaker = false;
  #isSending = false;
  #isAnswering = false;
  #isPaused = false;
  /** When the current pause began. */
  #pausedAt = 0;
  /** How long the pauses before it took together. */
  #pausedMs = 0;
  #isOver = false;

  constructor(
    context: CallContext,
    request: UpstreamRequest,
    handler: UpstreamHandler,
    resolved: {
      path: string;
      headers: string[];
      isRepeat: boolean;
      startedAt: number;
      /** In place of the engine's own. */
      pool?: CallContext["pool"] | undefined;
    },
  ) {
    this.method = request.method;
    this.path = resolved.path;
    this.headers = resolved.headers;
    this.#sentBody =
      request.upload === undefined
        ? undefined
        : new SentBody(request.upload.chunks, () => this.#sendingChanged());
    this.body = this.#sentBody ?? request.body ?? null;
    this.#context = context;
    this.#pool = resolved.pool ?? context.pool;
    this.#handler = handler;
    this.#breaker = request.isAuxiliary === true ? undefined : context.breaker;
    this.#startedAt = resolved.startedAt;
    this.#activeAt = resolved.startedAt;
    this.#maxRetryAfterMs = request.hasFallback === true ? 0 : MAX_RETRY_AFTER_MS;
    const isRepeatable = request.repeatable && request.upload === undefined;
    this.#retriesLeft = isRepeatable && !resolved.isRepeat ? context.retries : 0;
    this.#isTrial = this.#breaker !== undefined && !context.breaker.isClosed;
  }

  /** Sends the call. The handler receives nothing before this returns. */
  send(): void {
    this.#context.activeCalls.add(this);
    this.#transmit();
  }

  resume(): void {
    if (!this.#isPaused || this.#isOver) return;
    this.#isPaused = false;
    this.#activeAt = this.#context.activeCalls.coarseTime;
    this.#pausedMs += this.#activeAt - this.#pausedAt;
    if (isDelivering) setImmediate(continueCall, this);
    else this.#controller?.resume();
  }

  /** Resumes once the parser is free, unless the call was paused again. */
  continue(): void {
    if (!this.#isPaused && !this.#isOver) this.#controller?.resume();
  }

  abort(): void {
    if (this.#isOver) return;
    this.#end();
    this.#cancelTrial();
    this.#controller?.abort(ABORTED);
  }

  checkTime(now: number): AbpError | undefined {
    const { limits, name } = this.#context;
    // The engine cannot go on while its reader has paused it.
    if (this.#isPaused) return undefined;
    if (this.#sentBody !== undefined && !this.#isAnswering) {
      const { state } = this.#sentBody;
      // The sender of the body has limits of its own.
      if (state === "receiving") return undefined;
      if (state === "sending")
        return now - this.#activeAt < limits.idleMs + SWEEP_MS
          ? undefined
          : uploadTimeout(name, limits.idleMs);
    }
    if (now - this.#startedAt - this.#pausedMs >= limits.totalMs)
      return timeoutError(name, "totalMs", limits.totalMs);
    const limit = this.#isAnswering ? "idleMs" : "firstByteMs";
    // `#activeAt` is a coarse time, so it may be one sweep too early.
    if (now - this.#activeAt < limits[limit] + SWEEP_MS) return undefined;
    return timeoutError(name, limit, limits[limit]);
  }

  fail(error: AbpError, isTransport: boolean): void {
    if (this.#isOver) return;
    this.#end();
    if (isTransport && this.#isEnginesFault(error)) this.#tellBreaker(false);
    else this.#cancelTrial();
    this.#controller?.abort(ABORTED);
    notifyFailure(this.#handler, error);
  }

  belongsTo(owner: object): boolean {
    return this.#context === owner;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throwing here removes the call from a connection that stays usable for others.
    if (this.#isOver) throw ABORTED;
    this.#controller = controller;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (this.#isOver || status < 200) return;
    const headers = readHead(controller.rawHeaders as readonly Buffer[]);
    if (status >= 300 && this.#handleStatus(status, headers)) return;
    if (this.#isTrial && status < 500) this.#tellBreaker(true);
    this.#isAnswering = true;
    this.#activeAt = this.#context.activeCalls.coarseTime;
    isDelivering = true;
    try {
      this.#handler.onHead(status, headers);
    } catch (error) {
      this.#failHandler(error);
    } finally {
      isDelivering = false;
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    this.#activeAt = this.#context.activeCalls.coarseTime;
    isDelivering = true;
    let wantsMore = true;
    try {
      wantsMore = this.#handler.onData(chunk);
    } catch (error) {
      this.#failHandler(error);
    } finally {
      isDelivering = false;
    }
    if (wantsMore || this.#isOver) return;
    this.#isPaused = true;
    this.#pausedAt = this.#context.activeCalls.coarseTime;
    controller.pause();
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#end();
    this.#tellBreaker(true);
    isDelivering = true;
    try {
      this.#handler.onEnd();
    } catch (error) {
      notifyFailure(this.#handler, handlerError(this.#context.name, error));
    } finally {
      isDelivering = false;
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#isOver) return;
    if (this.#isSending) process.nextTick(() => this.#handleError(error));
    else this.#handleError(error);
  }

  #sendingChanged(): void {
    this.#activeAt = this.#context.activeCalls.coarseTime;
    if (this.#sentBody?.state === "sent") this.#startedAt = this.#activeAt;
  }

  #transmit(): void {
    this.#isSending = true;
    this.#pool.dispatch(this as Dispatcher.DispatchOptions, this);
    this.#isSending = false;
  }

  #handleError(error: Error): void {
    if (this.#isOver) return;
    const phase = this.#phase();
    const failure = describeFailure(this.#context.name, error, phase, this.#context.limits.connectMs);
    const isTransport =
      failure.code === "backend_unavailable" ||
      failure.code === "backend_timeout" ||
      failure.code === "stream_closed";
    if (phase === "connecting" && isTransport && this.#retry("connect", 0)) return;
    this.fail(failure, isTransport);
  }

  #failHandler(error: unknown): void {
    this.fail(handlerError(this.#context.name, error), false);
  }

  #phase(): CallPhase {
    if (this.#isAnswering) return "answering";
    return this.#controller === undefined ? "connecting" : "waiting";
  }

  /** Handles redirects and busy engines. Returns true if the handler must not see the answer. */
  #handleStatus(status: number, headers: HeaderList): boolean {
    const { name, wallNow } = this.#context;
    if (status < 400) {
      const location = findHeader(headers, "location");
      if (location === undefined) return false;
      this.fail(redirectError(name, status, location), false);
      return true;
    }
    const isBusy = status === 503 || status === 529;
    const retryAfter = isBusy || status === 429 ? findHeader(headers, "retry-after") : undefined;
    const waitMs = retryAfter === undefined ? undefined : readRetryAfter(retryAfter, wallNow());
    if (waitMs !== undefined && waitMs <= this.#maxRetryAfterMs && this.#retry(status, waitMs)) return true;
    if (status >= 500 && !(isBusy && waitMs !== undefined)) this.#tellBreaker(false);
    return false;
  }

  /** Schedules a retry if one is allowed. It drops the answer so far and closes its connection. */
  #retry(reason: number | "connect", minWaitMs: number): boolean {
    const { activeCalls, budget, random, onRetry, name } = this.#context;
    const now = activeCalls.readClock();
    if (this.#retriesLeft === 0 || !budget.take(now)) return false;
    this.#retriesLeft--;
    this.#attempt++;
    const waitMs = minWaitMs + random() * BACKOFF_MS * 2 ** this.#attempt;
    this.#activeAt = now + waitMs;
    const controller = this.#controller;
    this.#controller = undefined;
    // undici reports the end of the dropped answer at once. It is not the end of the call.
    this.#isOver = true;
    controller?.abort(ABORTED);
    this.#isOver = false;
    this.#retryTimer = setTimeout(transmitAgain, waitMs, this);
    onRetry?.({ engine: name, reason, attempt: this.#attempt, waitMs });
    return true;
  }

  /** Called by the retry timer, which ends with the call. */
  transmitAgain(): void {
    this.#transmit();
  }

  // An engine gives up on a reader that takes nothing. A call that no connection took has waited for other calls, which
  // slow readers may hold; a connection that cannot be made has an error of its own.
  #isEnginesFault({ details }: AbpError): boolean {
    const { coarseTime } = this.#context.activeCalls;
    const pausedMs = this.#pausedMs + (this.#isPaused ? coarseTime - this.#pausedAt : 0);
    if (this.#isAnswering && pausedMs >= SLOW_READER_MS) return false;
    return this.#controller !== undefined || details["limit"] !== "first_byte_timeout_secs";
  }

  /** Tells the breaker once per call whether the engine works. */
  #tellBreaker(works: boolean): void {
    if (this.#hasToldBreaker || this.#breaker === undefined) return;
    this.#hasToldBreaker = true;
    if (works) this.#breaker.succeed();
    else this.#breaker.fail(this.#context.activeCalls.coarseTime, this.#isTrial);
  }

  #cancelTrial(): void {
    if (this.#isTrial && !this.#hasToldBreaker) this.#breaker?.cancelTrial();
  }

  #end(): void {
    this.#isOver = true;
    this.#context.activeCalls.delete(this);
    if (this.#retryTimer !== undefined) clearTimeout(this.#retryTimer);
  }
}

function continueCall(call: HttpCall): void {
  call.continue();
}

function transmitAgain(call: HttpCall): void {
  call.transmitAgain();
}

function readHead(raw: readonly Buffer[]): string[] {
  const list: string[] = new Array(raw.length);
  for (let index = 0; index < raw.length; index++) list[index] = raw[index]!.toString("latin1");
  return list;
}
