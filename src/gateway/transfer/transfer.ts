import type { AbpError } from "../../contract/index.ts";
import type { EndpointMethod } from "../../dialects/index.ts";
import type { Upload, UpstreamCall, UpstreamHandler } from "../../engines/index.ts";
import { findHeader, type HeaderList } from "../../lib/index.ts";
import type { Ledger } from "../../storage/index.ts";
import { vendorCredential } from "../callers/callers.ts";
import type { GatewayContext } from "../context.ts";
import type { Admission } from "../exchange/admission.ts";
import { leaveError } from "../exchange/leave-error.ts";
import type { LeaveReason, OpenCall } from "../exchange/open-call.ts";
import type { AnswerSource, ResponseSink } from "../exchange/response-sink.ts";
import { engineError } from "../facts/engine-error.ts";
import { addEngineHeaders } from "../headers/call-ids.ts";
import { addResponseHeaders, forwardedRequestHeaders } from "../headers/forwarded-headers.ts";
import { answerError, asAbpError } from "../plain-answers/error-answer.ts";
import { checkParentRun } from "../record/run-owner.ts";
import { bufferGarbage } from "./buffer-garbage.ts";
import { PassedBody } from "./passed-body.ts";
import { TransferFacts } from "./transfer-facts.ts";
import { FIRST_BYTES, type PlanTransfer, type TransferAnswer, type TransferPlan } from "./transfer-plan.ts";

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;

/** What a transfer needs of the gateway. */
export type TransferContext = Pick<
  GatewayContext,
  "callers" | "ledgerOf" | "newId" | "now" | "receipts" | "report"
>;

/**
 * One call that passes through to an engine of the caller's dialect, in both directions while it is received. It has exactly one
 * answer and exactly one receipt. Nothing is tried again: a body that is not held cannot be sent twice.
 */
export class Transfer implements OpenCall, UpstreamHandler, AnswerSource {
  readonly runId: string;
  readonly #context: TransferContext;
  readonly #planTransfer: PlanTransfer;
  readonly #admission: Admission;
  readonly #sink: ResponseSink;
  readonly #ledger: Ledger;
  readonly #body: PassedBody | undefined;
  readonly #facts: TransferFacts;
  #plan: TransferPlan | undefined;
  #upstream: UpstreamCall | undefined;
  #answer: TransferAnswer | undefined;
  /** The head of an answer that waits until something is stored, unless more than its last bytes have come. */
  #heldHead: string[] | undefined;
  /** The last bytes, which wait as well. */
  #heldBack: Uint8Array | undefined;
  #holdsBack = false;
  #isOver = false;

  constructor(
    context: TransferContext,
    planTransfer: PlanTransfer,
    admission: Admission,
    body: AsyncIterable<Uint8Array> | undefined,
    sink: ResponseSink,
  ) {
    this.runId = context.newId();
    this.#context = context;
    this.#planTransfer = planTransfer;
    this.#admission = admission;
    this.#sink = sink;
    this.#ledger = context.ledgerOf(admission.caller.tenant);
    this.#body = body === undefined ? undefined : new PassedBody(body);
    this.#facts = new TransferFacts(admission, this.runId, context.now, this.#body);
    sink.source = this;
  }

  get recorded(): Promise<void> {
    if (this.#isOver) this.#context.receipts.hurry();
    return this.#facts.recorded;
  }

  start(): this {
    const { account } = this.#admission;
    account?.enter(this);
    const run = this.#run();
    account?.waitFor(run);
    return this;
  }

  leave(reason: LeaveReason): void {
    const error = leaveError(reason);
    // A caller that is still connected gets the error, if its answer can still carry one.
    if (reason === "shutting_down" || reason === "run_ended") this.#fail(error);
    else this.#finish(error);
  }

  /** The caller can take more. */
  resume(): void {
    this.#upstream?.resume();
  }

  onHead(status: number, headers: HeaderList): void {
    if (this.#isOver) return;
    // The rest of a body that the engine has refused is of no use to it.
    if (status >= 400) this.#body?.halt();
    const answer = this.#plan!.openAnswer(status, headers);
    this.#answer = answer;
    this.#holdsBack = answer.storesAtEnd === true;
    this.#facts.answerBegan(status, headers, answer);
    const list = addResponseHeaders([], answer.headers);
    addEngineHeaders(list, this.#admission.recognised.dialect, this.runId, {
      mode: "passthrough",
      engine: this.#plan!.engine,
    });
    if (this.#holdsBack) this.#heldHead = list;
    else this.#sink.head(status, list);
  }

  onData(chunk: Uint8Array): boolean {
    if (this.#isOver) return false;
    this.#facts.engineSent(chunk);
    bufferGarbage.count(chunk.length);
    const out = this.#answer!.push(chunk);
    if (out === undefined || out.length === 0) return true;
    if (!this.#holdsBack) return this.#write(out);
    const ready = this.#heldBack;
    this.#heldBack = out;
    return ready === undefined || this.#write(ready);
  }

  onEnd(): void {
    void this.#endAnswer().catch((thrown: unknown) => this.#fail(thrown));
  }

  onFailure(error: AbpError): void {
    this.#fail(error);
  }

  /** Called by the receipt writer when the receipt is durable or failed for good. */
  onRecorded(): void {
    this.#facts.onRecorded();
  }

  async #run(): Promise<void> {
    try {
      await this.#serve();
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  async #serve(): Promise<void> {
    const { account } = this.#admission;
    account?.check();
    await checkParentRun(this.#context, this.#admission);
    const type = this.#header("content-type");
    const first =
      type !== undefined && JSON_TYPE.test(type) ? await this.#body?.readFirst(FIRST_BYTES) : undefined;
    if (this.#isOver) return;
    const plan = await this.#planTransfer(this.#admission, first, this.#facts.judge);
    this.#plan = plan;
    const watch = this.#body === undefined ? undefined : plan.openBodyWatch(type);
    this.#facts.planned(plan, watch);
    if (this.#isOver) return;
    // Durable before the first byte leaves, so that a crash cannot hide the call.
    await this.#ledger.begin(this.#facts.beginning(plan));
    if (this.#isOver) return;
    account?.check();
    const upload = this.#body === undefined ? undefined : this.#uploadOf(plan, this.#body, watch);
    this.#send(plan, upload);
  }

  #send(plan: TransferPlan, upload: Upload | undefined): void {
    const { head, recognised } = this.#admission;
    const { engine } = plan;
    const credential =
      engine.usesCallerKey && plan.getsCallerKey !== false ? vendorCredential(head) : undefined;
    this.#upstream = engine.dispatch(
      {
        // An endpoint for GET serves HEAD, too.
        method: head.method as EndpointMethod,
        path: plan.path,
        ...(plan.origin === undefined ? {} : { origin: plan.origin }),
        headers: forwardedRequestHeaders(head.headers, { hasCallerKey: credential !== undefined }),
        ...(upload === undefined ? {} : { upload }),
        repeatable: false,
        isAuxiliary: recognised.endpoint.passed?.access !== "inference",
        ...(credential === undefined ? {} : { callerCredential: credential }),
      },
      this,
    );
  }

  #uploadOf(plan: TransferPlan, body: PassedBody, watch: ReturnType<TransferPlan["openBodyWatch"]>): Upload {
    const { splice } = plan;
    const announced = this.#header("content-length");
    const grown = splice === undefined ? 0 : Buffer.byteLength(splice.text) - (splice.end - splice.start);
    return {
      length: announced === undefined ? undefined : Number(announced) + grown,
      chunks: this.#pass(body.pass(watch, splice)),
    };
  }

  // An error of the caller's side, or of the check of its body, ends the call before the engine notices.
  async *#pass(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const chunk of chunks) {
        yield chunk;
        bufferGarbage.count(chunk.length);
      }
    } catch (thrown) {
      this.#fail(thrown);
      throw thrown;
    }
  }

  async #endAnswer(): Promise<void> {
    if (this.#isOver) return;
    const last = await this.#answer!.end();
    if (this.#isOver) return;
    this.#sendHead();
    if (this.#heldBack !== undefined) this.#write(this.#heldBack);
    if (last !== undefined && last.length > 0) this.#write(last);
    this.#facts.answerEnded();
    this.#sink.end();
    this.#finish(this.#engineError());
  }

  #sendHead(): void {
    const head = this.#heldHead;
    this.#heldHead = undefined;
    if (head !== undefined) this.#sink.head(this.#facts.status!, head);
  }

  #write(bytes: Uint8Array): boolean {
    this.#sendHead();
    this.#facts.callerSent(bytes);
    return this.#sink.write(bytes);
  }

  #engineError(): AbpError | undefined {
    const { status, engineAnswer } = this.#facts;
    if (status === undefined || status < 400) return undefined;
    const failure = this.#plan!.engine.dialect.readError(status, engineAnswer);
    return engineError(failure.code, failure.message, status);
  }

  #fail(thrown: unknown): void {
    if (this.#isOver) return;
    const error = asAbpError(thrown);
    if (error.code === "internal") this.#context.report("a call failed inside the gateway", thrown);
    // The engine's connection is closed before the caller gets the error, so that the engine never takes the call for a whole one.
    this.#upstream?.abort();
    if (this.#facts.status !== undefined && this.#heldHead === undefined) this.#sink.break();
    else {
      const { status, headers, body } = answerError(this.#admission.recognised.dialect, error, this.runId);
      this.#facts.refused(status);
      this.#sink.head(status, headers);
      this.#sink.end(body);
    }
    this.#finish(error);
  }

  #finish(error: AbpError | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#admission.account?.exit(this);
    if (error !== undefined) this.#upstream?.abort();
    this.#body?.stop();
    this.#sink.source = undefined;
    this.#heldBack = undefined;
    this.#context.receipts.add(this.#facts.ended(this.#ledger, error, this));
    if (this.#facts.isAwaited) this.#context.receipts.hurry();
  }

  #header(name: string): string | undefined {
    return findHeader(this.#admission.head.headers, name);
  }
}
