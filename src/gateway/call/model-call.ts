import type { AbpError } from "../../contract/index.ts";
import type { StateCodec } from "../../dialects/index.ts";
import type { Engine, UpstreamRequest } from "../../engines/index.ts";
import type { Ledger, OwnedContent } from "../../storage/index.ts";
import { HandedOverCall, prepareWork } from "../background/handed-over-call.ts";
import type { GatewayContext } from "../context.ts";
import { CallJudge } from "../enforcement/call-judge.ts";
import type { CallPolicy } from "../enforcement/call-policy.ts";
import type { Admission } from "../exchange/admission.ts";
import type { CallAccount } from "../exchange/call-account.ts";
import { leaveError } from "../exchange/leave-error.ts";
import type { LeaveReason, OpenCall } from "../exchange/open-call.ts";
import type { AnswerSource, ResponseSink, Trailers } from "../exchange/response-sink.ts";
import type { UsedSoFar } from "../facts/response-facts.ts";
import { openResponse } from "../handlers/open-response.ts";
import type { AttemptOwner } from "../handlers/response-handler.ts";
import { checkIds } from "../id-owners/checked-ids.ts";
import { hasState, insertKept, prepareState } from "../kept-content/continued-content.ts";
import { keepsAnswer } from "../kept-content/keeping-rule.ts";
import type { KeepingSink } from "../kept-content/keeping-sink.ts";
import { openKeeping } from "../kept-content/kept-answer.ts";
import { asAbpError } from "../plain-answers/error-answer.ts";
import { beginningOf } from "../record/call-beginning.ts";
import { checkParentRun } from "../record/run-owner.ts";
import { CallRequest } from "../request/call-request.ts";
import type { Target } from "../routing/target.ts";
import { type LaterBodies, laterBodies } from "../slices/later-bodies.ts";
import { Attempt } from "./attempt.ts";
import type { CallOptions } from "./call-options.ts";
import { CallerAnswer } from "./caller-answer.ts";
import { type CallPlan, planCall, plansByBody } from "./plan.ts";
import { spentUsd } from "./spent-so-far.ts";

/**
 * One call of a model: plan, attempts, answer, record. It has exactly one answer and exactly one receipt. The answer
 * comes from the first attempt that does not fail before the caller received anything.
 */
export class ModelCall implements OpenCall, AttemptOwner, AnswerSource {
  readonly runId: string;
  readonly #context: GatewayContext;
  readonly #options: CallOptions;
  readonly #request: CallRequest;
  readonly #answer: CallerAnswer;
  readonly #ledger: Ledger;
  readonly #startedAt: number;
  #plan: CallPlan | undefined;
  #target: Target | undefined;
  #attempt: Attempt | undefined;
  /** How many fallbacks were tried. */
  #fallbacksUsed = 0;
  readonly #failed: { engine: string; code: string }[] = [];
  readonly #warnings: string[] = [];
  #kept: Promise<void> | undefined;
  /** Set if a policy restricts the call. */
  #judge: CallJudge | undefined;
  /** Set if the call is worked on in the background. */
  #handedOver: HandedOverCall | undefined;
  #isOver = false;
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
    this.#ledger = context.ledgerOf(admission.caller.tenant);
    this.runId = context.newId();
    this.#startedAt = context.now();
    this.#answer = new CallerAnswer(this.runId, sink, this, context.now);
  }

  /** Queues the call; it is served at the end of this event-loop turn, together with the others that arrived in it. */
  start(): this {
    this.#account?.enter(this);
    this.#context.arrivals.add(this);
    return this;
  }

  /** Serves the call. A request that cannot be honoured is answered and recorded, and nothing is sent. */
  go(): void {
    if (this.#isOver) return;
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
    if (this.#isOver) this.#context.receipts.hurry();
    return this.#recorded;
  }

  get background(): Promise<void> | undefined {
    return this.#handedOver?.done;
  }

  leave(reason: LeaveReason): void {
    this.#handedOver?.leave(reason);
    if (this.#isOver) return;
    const error = leaveError(reason);
    // A caller that is still connected gets the error, if its answer can still carry one.
    if (reason === "shutting_down") this.#attempt?.response.onFailure(error);
    if (reason === "run_ended") this.#fail(error);
    if (!this.#isOver) this.#finish(error);
  }

  /** The caller can take more. */
  resume(): void {
    this.#attempt?.resume();
  }

  get canFallBack(): boolean {
    return this.#nextTarget !== undefined && this.#answer.status === undefined;
  }

  head(status: number, headers: string[]): void {
    this.#answer.begin(this.#request.dialect, status, headers, this.#attempt!, this.#fallbacksUsed > 0);
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
    const attempt = this.#attempt;
    if (this.#isOver || attempt === undefined) return;
    this.#account?.check(spentUsd(this.#context, attempt, used));
    attempt.sendAgain(request);
  }

  finished(error: AbpError | undefined): void {
    if (this.#isOver) return;
    if (error !== undefined && this.#answer.status === undefined)
      this.#answer.refuse(this.#request.dialect, error, this.#attempt, this.#plan?.first.engine);
    this.#finish(error);
  }

  fallBack(error: AbpError): boolean {
    const next = this.#nextTarget;
    const failed = this.#attempt;
    if (next === undefined || failed === undefined || this.#isOver || this.#answer.status !== undefined)
      return false;
    // The daemon stops, so no other engine would have the time to answer. A refusal is an answer.
    if (error.code === "shutting_down" || error.code === "backend_content_filtered") return false;
    const { name } = failed.target.engine;
    this.#fallbacksUsed += 1;
    this.#failed.push({ engine: name, code: error.code });
    this.#warnings.push(`${name} failed (${error.code}); ${next.engine.name} took over`);
    failed.abort();
    failed.close();
    void this.#takeOver(next);
    return true;
  }

  /** Called by the receipt writer when the receipt is durable or failed for good. */
  onRecorded(): void {
    this.#isRecorded = true;
    this.#settle?.();
  }

  get #content(): OwnedContent {
    return this.#ledger.contentOf(this.#request.admission.caller);
  }
  get #nextTarget(): Target | undefined {
    return this.#plan?.fallbacks[this.#fallbacksUsed];
  }

  /** The run that pays for the call. */
  get #account(): CallAccount | undefined {
    return this.#request.admission.account;
  }

  #send(attempt: Attempt): void {
    this.#account?.check();
    attempt.send();
  }

  async #run(): Promise<void> {
    try {
      await this.#serve();
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  async #serve(): Promise<void> {
    const request = this.#request;
    this.#account?.check();
    const { slices, limits } = this.#context;
    const opening = request.open(slices, limits);
    if (opening !== undefined) await opening;
    if (this.#isOver) return;
    if (request.parentRun !== undefined) await checkParentRun(this.#context, request.admission);
    const { isLong } = request;
    if (isLong && plansByBody(this.#context, request, this.#options.engine))
      await request.readInSlices(slices);
    const planned = planCall(this.#context, request, this.#options.engine);
    this.#plan = planned;
    const plan = planned.policy === undefined ? planned : this.#openJudge(planned.policy).checkPlan(planned);
    this.#plan = plan;
    if (plan.warnings.length > 0) this.#warnings.push(...plan.warnings);
    const { engine } = plan.first;
    if (isLong && this.#readsBody(engine)) await request.readInSlices(slices);
    request.refineDialect(engine);
    request.useFormFor(engine);
    if (this.#judge?.readsBody === true) {
      await this.#judge.checkBody();
      if (isLong) await slices.turn();
      if (this.#isOver) return;
    }
    if (hasState(request)) {
      if (await this.#prepareState(engine)) return;
      if (this.#isOver) return;
      // What was put in is judged as well.
      if (request.isExpanded && this.#judge?.readsBody === true) await this.#judge.checkBody();
    }
    if (!request.admission.caller.isOnlyKey)
      request.makesThings = await checkIds(
        request,
        plan,
        this.#content.resourceOwners,
        isLong ? slices : undefined,
      );
    if (this.#isOver) return;
    // Earlier turns may have made it long.
    const attempt = request.isLong ? await this.#openLongAttempt(plan.first) : this.#openAttempt(plan.first);
    if (attempt === undefined) return;
    // Durable before the first byte leaves, so that a crash cannot hide the call.
    await this.#ledger.begin(
      beginningOf(this.runId, this.#startedAt, request, engine, attempt.response.mode),
    );
    // The caller may have left while the disk was busy.
    if (!this.#isOver) this.#send(attempt);
  }

  #readsBody(engine: Engine): boolean {
    return this.#request.isReadBy(engine) || this.#judge?.readsBody === true;
  }

  // Resolves to true if the call is answered already.
  async #prepareState(engine: Engine): Promise<boolean> {
    const request = this.#request;
    const prepared = await prepareState(request, this.#content, engine);
    // Another engine would look for the ids among its own.
    if (prepared.bindsEngine) this.#plan = { ...this.#plan!, fallbacks: [] };
    const { state } = request.dialect;
    if (state !== undefined && prepared.isServedHere && (await this.#handOver(state, engine))) return true;
    if (prepared.isServedHere && (await insertKept(request, this.#content, engine)))
      this.#warnings.push("earlier turns were put in from the kept responses");
    return false;
  }

  async #handOver(state: StateCodec, engine: Engine): Promise<boolean> {
    const { background } = this.#options;
    if (background === undefined) return false;
    const call = { request: this.#request, state, engine, approved: this.#judge?.approved };
    const work = await prepareWork(background, call);
    if (work === undefined) return false;
    if (this.#isOver) {
      // The caller left before it knew the response's id.
      await work.discard();
      return true;
    }
    this.#isOver = true;
    this.#account?.exit(this);
    this.#answer.release();
    const { responses } = this.#content;
    this.#handedOver = HandedOverCall.start(work, call, this.#answer, responses, this.#context.report);
    void work.done.then(() => this.onRecorded());
    return true;
  }

  #openJudge(policy: CallPolicy): CallJudge {
    const { approver, now } = this.#context;
    this.#judge = new CallJudge({
      runId: this.runId,
      request: this.#request,
      policy,
      approver,
      now,
      approved: this.#options.approved,
    });
    return this.#judge;
  }

  // At once, unless the body is long.
  async #takeOver(target: Target): Promise<void> {
    try {
      const { isLong } = this.#request;
      const attempt = isLong ? await this.#openLongAttempt(target) : this.#openAttempt(target);
      if (attempt !== undefined) this.#send(attempt);
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  // Parses, translates and writes a long body in event-loop turns of their own. Resolves to undefined if the call is over.
  async #openLongAttempt(target: Target): Promise<Attempt | undefined> {
    const request = this.#request;
    const { slices } = this.#context;
    this.#attempt = undefined;
    if (request.isExpanded || this.#readsBody(target.engine)) await request.readInSlices(slices);
    if (this.#isOver) return undefined;
    const later = laterBodies(request.length);
    const attempt = this.#openAttempt(target, later);
    this.#attempt = undefined;
    await later?.run(slices);
    if (this.#isOver) attempt.close();
    else this.#attempt = attempt;
    return this.#attempt;
  }

  #openAttempt(target: Target, later?: LaterBodies): Attempt {
    const request = this.#request;
    this.#target = target;
    this.#attempt = undefined;
    request.useFormFor(target.engine);
    this.#answer.keepWith(keepsAnswer(request, target.engine) ? this.#keepingSink(target.engine) : undefined);
    const response = openResponse({
      owner: this,
      context: this.#context,
      request,
      target,
      plan: this.#plan!,
      judge: this.#judge?.judgesTools === true ? this.#judge : undefined,
      ledger: this.#ledger,
      later,
    });
    this.#attempt = new Attempt(target, response, this.#context.heartbeats);
    request.releaseValue();
    return this.#attempt;
  }

  #keepingSink(engine: Engine): (sink: ResponseSink) => KeepingSink {
    return openKeeping({
      context: this.#context,
      request: this.#request,
      engine,
      runId: this.runId,
      startedAt: this.#startedAt,
      content: this.#content,
      warnings: this.#warnings,
      onKept: (kept) => (this.#kept = kept),
    });
  }

  #fail(thrown: unknown): void {
    const error = asAbpError(thrown);
    if (error.code === "internal") this.#context.report("a call failed inside the gateway", thrown);
    if (this.#isOver) return;
    if (this.#answer.status !== undefined) this.#answer.break();
    this.finished(error);
  }

  #finish(error: AbpError | undefined): void {
    this.#isOver = true;
    this.#account?.exit(this);
    this.#judge?.close();
    if (error !== undefined) this.#attempt?.abort();
    this.#attempt?.close();
    this.#answer.release();
    this.#context.receipts.add({
      request: this.#request,
      ledger: this.#ledger,
      runId: this.runId,
      startedAt: this.#startedAt,
      firstByteAt: this.#answer.firstByteAt,
      finishedAt: this.#context.now(),
      engine: (this.#target ?? this.#plan?.first)?.engine,
      status: this.#answer.status,
      failed: this.#failed,
      warnings: this.#warnings,
      response: this.#attempt?.response,
      error,
      judge: this.#judge,
      kept: this.#kept ?? (this.#answer.isEnded ? this.#options.stored : undefined),
      call: this,
    });
    if (this.#settle !== undefined) this.#context.receipts.hurry();
  }
}
