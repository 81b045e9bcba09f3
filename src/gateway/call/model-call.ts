import type { AbpError } from "../../contract/index.ts";
import type { UpstreamRequest } from "../../engines/index.ts";
import type { BackgroundWork } from "../background/background-calls.ts";
import { HandedOverCall } from "../background/handed-over-call.ts";
import type { GatewayContext } from "../context.ts";
import type { Admission } from "../exchange/admission.ts";
import type { CallAccount } from "../exchange/call-account.ts";
import { leaveError } from "../exchange/leave-error.ts";
import type { LeaveReason, OpenCall } from "../exchange/open-call.ts";
import type { AnswerSource, ResponseSink, Trailers } from "../exchange/response-sink.ts";
import type { UsedSoFar } from "../facts/response-facts.ts";
import { asAbpError } from "../plain-answers/error-answer.ts";
import { beginningOf } from "../record/call-beginning.ts";
import { CallRequest } from "../request/call-request.ts";
import { type AttemptedCall, Attempts } from "./attempts.ts";
import type { CallOptions } from "./call-options.ts";
import { CallPreparation } from "./call-preparation.ts";
import { CallerAnswer } from "./caller-answer.ts";
import { spentUsd } from "./spent-so-far.ts";

/**
 * One call of a model: preparation, attempts, answer, record. It has exactly one answer and exactly one receipt. The answer
 * comes from the first attempt that does not fail before the caller received anything.
 */
export class ModelCall implements OpenCall, AttemptedCall, AnswerSource {
  readonly runId: string;
  readonly startedAt: number;
  isOver = false;
  readonly #context: GatewayContext;
  readonly #options: CallOptions;
  readonly #request: CallRequest;
  readonly #answer: CallerAnswer;
  readonly #prepared: CallPreparation;
  readonly #attempts: Attempts;
  /** Set if the call is worked on in the background. */
  #handedOver: HandedOverCall | undefined;
  #isRecorded = false;
  #recorded: Promise<void> | undefined;
  #settle: (() => void) | undefined;

  constructor(
    context: GatewayContext,
    admission: Admission,
    body: Buffer,
    sink: ResponseSink,
    options: CallOptions = {},
  ) {
    this.#context = context;
    this.#options = options;
    this.#request = new CallRequest(admission, body);
    this.runId = context.newId();
    this.startedAt = context.now();
    this.#answer = new CallerAnswer(this.runId, sink, this, context.now);
    this.#prepared = new CallPreparation(this, context, this.#request, options);
    this.#attempts = new Attempts(this, context, this.#prepared, this.#answer);
  }

  /** Queues the call; it is served at the end of this event-loop turn, together with the others that arrived in it. */
  start(): this {
    this.#account?.enter(this);
    this.#context.arrivals.add(this);
    return this;
  }

  /** Serves the call. A request that cannot be honoured is answered and recorded, and nothing is sent. */
  go(): void {
    if (this.isOver) return;
    const run = this.#run();
    this.#account?.waitFor(run);
  }

  /** Created on demand, because few calls are waited for. Waiting writes the pending receipts at once. */
  get recorded(): Promise<void> {
    this.#recorded ??= this.#isRecorded
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#settle = resolve;
        });
    if (this.isOver) this.#context.receipts.hurry();
    return this.#recorded;
  }

  get background(): Promise<void> | undefined {
    return this.#handedOver?.done;
  }

  leave(reason: LeaveReason): void {
    this.#handedOver?.leave(reason);
    if (this.isOver) return;
    const error = leaveError(reason);
    // A caller that is still connected gets the error, as far as its answer can still say it.
    if (reason === "shutting_down") this.#attempts.current?.response.onFailure(error);
    if (reason === "run_ended") this.fail(error);
    if (!this.isOver) this.#finish(error);
  }

  /** The caller can take more. */
  resume(): void {
    this.#attempts.current?.resume();
  }

  get canFallBack(): boolean {
    return this.#attempts.canFallBack;
  }

  head(status: number, headers: string[]): void {
    const { current, hasFallenBack } = this.#attempts;
    this.#answer.begin(this.#request.dialect, status, headers, current!, hasFallenBack);
  }

  write(chunk: Uint8Array | string): boolean {
    return this.#answer.write(chunk);
  }

  end(chunk?: Uint8Array | string, trailers?: Trailers): void {
    this.#answer.end(chunk, trailers);
  }

  break(): void {
    this.#answer.break();
  }

  sendAgain(request: UpstreamRequest, used: UsedSoFar): void {
    const attempt = this.#attempts.current;
    if (this.isOver || attempt === undefined) return;
    this.#account?.check(spentUsd(this.#context, attempt, used));
    attempt.sendAgain(request);
  }

  finished(error: AbpError | undefined): void {
    if (this.isOver) return;
    if (error !== undefined && this.#answer.status === undefined) {
      const { engine } = this.#prepared.plan?.first ?? {};
      this.#answer.refuse(this.#request.dialect, error, this.#attempts.current, engine);
    }
    this.#finish(error);
  }

  fallBack(error: AbpError): boolean {
    return this.#attempts.fallBack(error);
  }

  fail(thrown: unknown): void {
    const error = asAbpError(thrown);
    if (error.code === "internal") this.#context.report("a call failed inside the gateway", thrown);
    if (this.isOver) return;
    if (this.#answer.status !== undefined) this.#answer.break();
    this.finished(error);
  }

  /** Called by the receipt writer when the receipt is durable or failed for good. */
  onRecorded(): void {
    this.#isRecorded = true;
    this.#settle?.();
  }

  /** The run that pays for the call. */
  get #account(): CallAccount | undefined {
    return this.#request.admission.account;
  }

  async #run(): Promise<void> {
    try {
      this.#account?.check();
      await this.#prepared.run();
      const { work, plan } = this.#prepared;
      if (work !== undefined) await this.#handOver(work);
      if (this.isOver) return;
      const { first } = plan!;
      const opened = this.#attempts.open(first);
      const attempt = opened instanceof Promise ? await opened : opened;
      if (attempt === undefined) return;
      const { mode } = attempt.response;
      // Durable before the first byte leaves, so that a crash cannot hide the call.
      const beginning = beginningOf(this.runId, this.startedAt, this.#request, first.engine, mode);
      await this.#prepared.ledger.begin(beginning);
      // The caller may have left while the disk was busy.
      if (!this.isOver) this.#attempts.send(attempt);
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  async #handOver(work: BackgroundWork): Promise<void> {
    if (this.isOver) {
      // The caller left before it knew the response's id.
      await work.discard();
      return;
    }
    this.isOver = true;
    this.#account?.exit(this);
    this.#answer.release();
    const { responses } = this.#prepared.ledger.contentOf(this.#request.admission.caller);
    const call = { request: this.#request, state: this.#request.dialect.state! };
    this.#handedOver = HandedOverCall.start(work, call, this.#answer, responses, this.#context.report);
    void work.done.then(() => this.onRecorded());
  }

  #finish(error: AbpError | undefined): void {
    const { judge, plan, ledger, warnings } = this.#prepared;
    const { current, target, failed } = this.#attempts;
    this.isOver = true;
    this.#account?.exit(this);
    judge?.close();
    if (error !== undefined) current?.abort();
    current?.close();
    this.#answer.release();
    this.#context.receipts.add({
      request: this.#request,
      ledger,
      runId: this.runId,
      startedAt: this.startedAt,
      firstByteAt: this.#answer.firstByteAt,
      finishedAt: this.#context.now(),
      engine: (target ?? plan?.first)?.engine,
      status: this.#answer.status,
      failed,
      warnings,
      response: current?.response,
      error,
      judge,
      kept: this.#attempts.kept ?? (this.#answer.isEnded ? this.#options.stored : undefined),
      call: this,
    });
    if (this.#settle !== undefined) this.#context.receipts.hurry();
  }
}
