import type { AbpError, BodyDigest } from "../../contract/index.ts";
import type { Dialect } from "../../dialects/index.ts";
import type { HeaderList } from "../../lib/index.ts";
import type { Ledger, OpenRun } from "../../storage/index.ts";
import { BodyHash, digestBody } from "../bytes/body-digest.ts";
import { PassedJudge } from "../enforcement/passed-judge.ts";
import type { Admission } from "../exchange/admission.ts";
import { parentRunOf } from "../exchange/parent-run.ts";
import type { ResponseFacts } from "../facts/response-facts.ts";
import type { EndedCall, RecordedRequest, RecordedResponse } from "../record/call-record.ts";
import { AnswerObserver, type SeenAnswer } from "./answer-observer.ts";
import type { PassedBody } from "./passed-body.ts";
import type { BodyWatch, TransferAnswer, TransferPlan } from "./transfer-plan.ts";
import { beginTransfer, recordTransfer } from "./transfer-record.ts";

const NOTHING = new Uint8Array(0);

/** Collects what the receipt of a transfer says, from its beginning to its receipt. */
export class TransferFacts implements RecordedRequest, RecordedResponse {
  readonly mode = "passthrough";
  readonly admission: Admission;
  /** Keeps the decisions of the policy. */
  readonly judge: PassedJudge;
  /** Nothing of the body is held. */
  readonly body = NOTHING;
  /** The status of the answer, once it has begun. */
  status: number | undefined;
  readonly #runId: string;
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #passed: PassedBody | undefined;
  #plan: TransferPlan | undefined;
  #watch: BodyWatch | undefined;
  #answer: TransferAnswer | undefined;
  #observer: AnswerObserver | undefined;
  #seen: SeenAnswer | undefined;
  /** Set if the caller may receive other bytes than the engine sent. */
  #toCaller: BodyHash | undefined;
  #firstByteAt: number | undefined;
  #hasAnswerEnded = false;
  readonly #recorded = Promise.withResolvers<void>();
  #isAwaited = false;

  constructor(admission: Admission, runId: string, now: () => number, passed: PassedBody | undefined) {
    this.admission = admission;
    this.judge = new PassedJudge(admission.caller.policies, now);
    this.#runId = runId;
    this.#now = now;
    this.#startedAt = now();
    this.#passed = passed;
  }

  get recorded(): Promise<void> {
    this.#isAwaited = true;
    return this.#recorded.promise;
  }

  /** Whether somebody waits for the receipt. */
  get isAwaited(): boolean {
    return this.#isAwaited;
  }

  get dialect(): Dialect {
    return this.admission.recognised.dialect;
  }

  get model(): string | undefined {
    return this.#plan?.model ?? this.#watch?.model ?? this.admission.recognised.parameters["model"];
  }

  get upstreamModel(): string | undefined {
    return this.#plan?.upstreamModel ?? this.model;
  }

  get streams(): boolean {
    return this.admission.recognised.endpoint.streams ?? false;
  }

  get parentRun(): string | undefined {
    return parentRunOf(this.admission);
  }

  get digest(): BodyDigest {
    return this.#passed?.digests().received ?? digestBody(NOTHING);
  }

  get upstreamRequest(): BodyDigest | undefined {
    return this.#plan === undefined ? undefined : (this.#passed?.digests().sent ?? digestBody(NOTHING));
  }

  /** The engine's answer as JSON, if it is some and is short. Nothing more may come. */
  get engineAnswer(): unknown {
    return this.#finishAnswer()?.value;
  }

  planned(plan: TransferPlan, watch: BodyWatch | undefined): void {
    this.#plan = plan;
    this.#watch = watch;
  }

  beginning({ engine }: TransferPlan): OpenRun {
    const startedAt = new Date(this.#startedAt);
    return beginTransfer(this.admission, { runId: this.#runId, startedAt, engine, model: this.model });
  }

  answerBegan(status: number, headers: HeaderList, answer: TransferAnswer): void {
    this.status = status;
    this.#firstByteAt = this.#now();
    this.#answer = answer;
    this.#observer = new AnswerObserver(headers);
    const { passed } = this.admission.recognised.endpoint;
    if (passed?.addresses !== undefined) this.#toCaller = new BodyHash();
  }

  engineSent(chunk: Uint8Array): void {
    this.#observer?.push(chunk);
  }

  callerSent(bytes: Uint8Array): void {
    this.#toCaller?.update(bytes);
  }

  answerEnded(): void {
    this.#hasAnswerEnded = true;
  }

  /** The call was answered with an error of ours. */
  refused(status: number): void {
    this.status = status;
  }

  onRecorded(): void {
    this.#recorded.resolve();
  }

  ended(ledger: Ledger, error: AbpError | undefined, call: EndedCall["call"]): EndedCall {
    return {
      request: this,
      ledger,
      runId: this.#runId,
      startedAt: this.#startedAt,
      firstByteAt: this.#firstByteAt,
      finishedAt: this.#now(),
      engine: this.#plan?.engine,
      status: this.status,
      failed: [],
      warnings: this.#plan?.warnings ?? [],
      response: this,
      error,
      judge: this.judge.isApplied ? this.judge : undefined,
      kept: undefined,
      call,
    };
  }

  facts(): ResponseFacts {
    const seen = this.#finishAnswer();
    const isPassed = this.#passed === undefined || this.#passed.isPassed;
    return {
      observed: {
        ...(seen?.model === undefined ? {} : { model: seen.model }),
        ...(seen?.count === undefined ? {} : { usage: seen.count.usage, usageRaw: seen.count.raw }),
      },
      upstreamResponse: seen?.digest,
      response: this.#toCaller?.finish(NOTHING) ?? seen?.digest,
      mapping: [],
      negotiation: undefined,
      warnings: [],
      transfer: recordTransfer(this.admission, isPassed && this.#hasAnswerEnded, this.#answer?.splices ?? []),
    };
  }

  #finishAnswer(): SeenAnswer | undefined {
    this.#seen ??= this.#observer?.finish();
    return this.#seen;
  }
}
