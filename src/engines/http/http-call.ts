import type { Dispatcher, Pool } from "undici";
import type { AbpError } from "../../contract/index.ts";
import { findHeader } from "../../lib/index.ts";
import type { UpstreamCall, UpstreamHandler, UpstreamRequest } from "../engine.ts";
import { type ActiveCalls, SWEEP_MS, type TimeLimitedCall } from "./active-calls.ts";
import type { CircuitBreaker } from "./retry/circuit-breaker.ts";
import { readRetryAfter } from "./retry/retry-after.ts";
import type { RetryBudget } from "./retry/retry-budget.ts";
import {
  type CallPhase,
  describeFailure,
  engineError,
  type TimeLimits,
  timeoutError,
} from "./transport-failure.ts";

/** A call that is about to be sent again. */
export interface RetryNotice {
  readonly engine: string;
  /** A status, or `connect`. */
  readonly reason: number | "connect";
  /** The first repetition is 1. */
  readonly attempt: number;
  readonly waitMs: number;
}

/** What the calls of one engine share. */
export interface CallContext {
  readonly name: string;
  readonly pool: Pool;
  readonly limits: TimeLimits;
  readonly retries: number;
  readonly breaker: CircuitBreaker;
  readonly budget: RetryBudget;
  readonly activeCalls: ActiveCalls;
  readonly wallNow: () => number;
  readonly random: () => number;
  readonly onRetry: ((notice: RetryNotice) => void) | undefined;
}

const LONGEST_RETRY_AFTER_MS = 10_000;
const BACKOFF_MS = 250;
const ABANDONED = new Error("the call was broken off");

// The client's parser must not be re-entered while it hands over bytes of any connection.
let isDelivering = false;

/** One call over HTTP. It is the client's options and handler as well, so that a call costs one object. */
export class HttpCall implements UpstreamCall, TimeLimitedCall, Dispatcher.DispatchHandler {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly headers: string[];
  readonly body: Uint8Array | string | null;
  before: TimeLimitedCall | undefined = undefined;
  after: TimeLimitedCall | undefined = undefined;
  readonly #context: CallContext;
  readonly #handler: UpstreamHandler;
  readonly #breaker: CircuitBreaker | undefined;
  readonly #startedAt: number;
  #activeAt: number;
  #controller: Dispatcher.DispatchController | undefined = undefined;
  #retryTimer: NodeJS.Timeout | undefined = undefined;
  #attempt = 0;
  #retriesLeft: number;
  #isTrial: boolean;
  #isJudged = false;
  #isSending = false;
  #isAnswering = false;
  #isPaused = false;
  #isOver = false;

  constructor(
    context: CallContext,
    request: UpstreamRequest,
    handler: UpstreamHandler,
    resolved: { path: string; headers: string[]; isRepeat: boolean; startedAt: number },
  ) {
    this.method = request.method;
    this.path = resolved.path;
    this.headers = resolved.headers;
    this.body = request.body ?? null;
    this.#context = context;
    this.#handler = handler;
    this.#breaker = request.isAuxiliary === true ? undefined : context.breaker;
    this.#startedAt = resolved.startedAt;
    this.#activeAt = resolved.startedAt;
    this.#retriesLeft = request.repeatable && !resolved.isRepeat ? context.retries : 0;
    this.#isTrial = this.#breaker !== undefined && !context.breaker.isClosed;
  }

  /** Sends it; nothing is handed over before this returns. */
  send(): void {
    this.#context.activeCalls.add(this);
    this.#transmit();
  }

  resume(): void {
    if (!this.#isPaused || this.#isOver) return;
    this.#isPaused = false;
    this.#activeAt = this.#context.activeCalls.time;
    if (isDelivering) setImmediate(continueCall, this);
    else this.#controller?.resume();
  }

  /** Goes on once the parser is free, unless the call was paused again. */
  continue(): void {
    if (!this.#isPaused && !this.#isOver) this.#controller?.resume();
  }

  abort(): void {
    if (this.#isOver) return;
    this.#end();
    if (this.#isTrial && !this.#isJudged) this.#breaker?.forgetTrial();
    this.#controller?.abort(ABANDONED);
  }

  checkTime(now: number): AbpError | undefined {
    const { limits, name } = this.#context;
    if (now - this.#startedAt >= limits.totalMs) return timeoutError(name, "totalMs", limits.totalMs);
    if (this.#isPaused) return undefined;
    const limit = this.#isAnswering ? "idleMs" : "firstByteMs";
    // Activity is noted with the time of the last sweep, hence up to one sweep too early.
    if (now - this.#activeAt < limits[limit] + SWEEP_MS) return undefined;
    return timeoutError(name, limit, limits[limit]);
  }

  fail(error: AbpError, isTransport: boolean): void {
    if (this.#isOver) return;
    this.#end();
    if (isTransport) this.#judge(false);
    else if (this.#isTrial && !this.#isJudged) this.#breaker?.forgetTrial();
    this.#controller?.abort(ABANDONED);
    this.#handler.onFailure(error);
  }

  /** Whether it is a call of that engine. */
  belongsTo(owner: object): boolean {
    return this.#context === owner;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throwing here takes the call off a connection that is still good for others.
    if (this.#isOver) throw ABANDONED;
    this.#controller = controller;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (this.#isOver || status < 200) return;
    const headers = readHead(controller.rawHeaders as readonly Buffer[]);
    if (status >= 300 && this.#intercept(status, headers)) return;
    if (this.#isTrial && status < 500) this.#judge(true);
    this.#isAnswering = true;
    this.#activeAt = this.#context.activeCalls.time;
    isDelivering = true;
    this.#handler.onHead(status, headers);
    isDelivering = false;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    this.#activeAt = this.#context.activeCalls.time;
    isDelivering = true;
    const wantsMore = this.#handler.onData(chunk);
    isDelivering = false;
    if (wantsMore || this.#isOver) return;
    this.#isPaused = true;
    controller.pause();
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#end();
    this.#judge(true);
    isDelivering = true;
    this.#handler.onEnd();
    isDelivering = false;
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#isOver) return;
    if (this.#isSending) process.nextTick(() => this.#lose(error));
    else this.#lose(error);
  }

  #transmit(): void {
    this.#isSending = true;
    this.#context.pool.dispatch(this, this);
    this.#isSending = false;
  }

  #lose(error: Error): void {
    if (this.#isOver) return;
    const phase = this.#phase();
    const failure = describeFailure(this.#context.name, error, phase, this.#context.limits.connectMs);
    const isTransport =
      failure.code === "backend_unavailable" ||
      failure.code === "backend_timeout" ||
      failure.code === "stream_closed";
    if (phase === "connecting" && isTransport && this.#repeat("connect", 0)) return;
    this.fail(failure, isTransport);
  }

  #phase(): CallPhase {
    if (this.#isAnswering) return "answering";
    return this.#controller === undefined ? "connecting" : "waiting";
  }

  /** Deals with the statuses that are not simply handed on; says whether the answer is taken. */
  #intercept(status: number, headers: readonly string[]): boolean {
    if (status < 400) {
      const location = findHeader(headers, "location");
      if (location === undefined) return false;
      const options = { reason: String(status), cause: new Error(`redirected to ${trimLocation(location)}`) };
      this.fail(
        engineError("engine_redirected", this.#context.name, "answered with a redirect", options),
        false,
      );
      return true;
    }
    const isBusy = status === 503 || status === 529;
    const asked = isBusy || status === 429 ? findHeader(headers, "retry-after") : undefined;
    const waitMs = asked === undefined ? undefined : readRetryAfter(asked, this.#context.wallNow());
    if (waitMs !== undefined && waitMs <= LONGEST_RETRY_AFTER_MS && this.#repeat(status, waitMs)) return true;
    if (status >= 500 && !(isBusy && waitMs !== undefined)) this.#judge(false);
    return false;
  }

  /** Sends it again after a while, if it may be; the answer so far is dropped with its connection. */
  #repeat(reason: number | "connect", atLeastMs: number): boolean {
    const { activeCalls, budget, random, onRetry, name } = this.#context;
    const now = activeCalls.readTime();
    if (this.#retriesLeft === 0 || !budget.take(now)) return false;
    this.#retriesLeft--;
    this.#attempt++;
    const waitMs = atLeastMs + random() * BACKOFF_MS * 2 ** this.#attempt;
    this.#activeAt = now + waitMs;
    const controller = this.#controller;
    this.#controller = undefined;
    // The client reports the end of the dropped answer at once; it is not the end of the call.
    this.#isOver = true;
    controller?.abort(ABANDONED);
    this.#isOver = false;
    this.#retryTimer = setTimeout(transmitAgain, waitMs, this);
    onRetry?.({ engine: name, reason, attempt: this.#attempt, waitMs });
    return true;
  }

  /** Sends what waited for its time. */
  transmitAgain(): void {
    if (!this.#isOver) this.#transmit();
  }

  /** Tells the breaker, once, whether the engine works. */
  #judge(works: boolean): void {
    if (this.#isJudged || this.#breaker === undefined) return;
    this.#isJudged = true;
    if (works) this.#breaker.succeed();
    else this.#breaker.fail(this.#context.activeCalls.time, this.#isTrial);
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

// A location may carry a token in its query or a password before its host.
function trimLocation(location: string): string {
  const url = URL.parse(location, "http://base.invalid");
  if (url === null) return "something that is not a URL";
  return url.hostname === "base.invalid" ? url.pathname : url.origin + url.pathname;
}
