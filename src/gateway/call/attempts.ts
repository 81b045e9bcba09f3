import type { AbpError } from "../../contract/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { GatewayContext } from "../context.ts";
import type { ResponseSink } from "../exchange/response-sink.ts";
import { openResponse } from "../handlers/open-response.ts";
import type { AttemptOwner } from "../handlers/response-handler.ts";
import { keepsAnswer } from "../kept-content/keeping-rule.ts";
import type { KeepingSink } from "../kept-content/keeping-sink.ts";
import { openKeeping } from "../kept-content/kept-answer.ts";
import type { EndedCall } from "../record/call-record.ts";
import type { Target } from "../routing/target.ts";
import { type LaterBodies, laterBodies } from "../slices/later-bodies.ts";
import { Attempt } from "./attempt.ts";
import type { CallPreparation } from "./call-preparation.ts";
import type { CallerAnswer } from "./caller-answer.ts";

/** A call for which attempts are made. */
export interface AttemptedCall extends AttemptOwner {
  readonly isOver: boolean;
  readonly startedAt: number;
  /** Ends the call for what was thrown while another engine took over. */
  fail(thrown: unknown): void;
}

const NONE: EndedCall["failed"] = [];

/** The attempts of a call, one after the other: the first target, then its fallbacks until one answers. */
export class Attempts {
  /** The attempt under way, or the last one. */
  current: Attempt | undefined;
  /** Where the last attempt goes, even if it could not be opened. */
  target: Target | undefined;
  /** The engines that were tried before, and why each failed. */
  failed: EndedCall["failed"] = NONE;
  /** Settles when the answer is kept; undefined if it is not kept. */
  kept: Promise<void> | undefined;
  readonly #call: AttemptedCall;
  readonly #context: GatewayContext;
  readonly #prepared: CallPreparation;
  readonly #answer: CallerAnswer;

  constructor(call: AttemptedCall, context: GatewayContext, prepared: CallPreparation, answer: CallerAnswer) {
    this.#call = call;
    this.#context = context;
    this.#prepared = prepared;
    this.#answer = answer;
  }

  /** Whether an attempt failed and another engine took over. */
  get hasFallenBack(): boolean {
    return this.failed.length > 0;
  }

  get canFallBack(): boolean {
    return this.#next !== undefined && this.#answer.status === undefined;
  }

  get #next(): Target | undefined {
    return this.#prepared.plan?.fallbacks[this.failed.length];
  }

  /**
   * Opens an attempt: at once, unless the body is long. Resolves to undefined if the call ends meanwhile. Throws and rejects as
   * `openResponse`.
   */
  open(target: Target): Attempt | Promise<Attempt | undefined> {
    // Earlier turns may have made it long.
    return this.#prepared.request.isLong ? this.#openLong(target) : this.#open(target);
  }

  /** Sends the request of an attempt, unless the run that pays for it has ended or has spent its budget: then it throws. */
  send(attempt: Attempt): void {
    this.#prepared.request.admission.account?.check();
    attempt.send();
  }

  /** The attempt failed before the caller received anything; returns whether another engine takes over. */
  fallBack(error: AbpError): boolean {
    const next = this.#next;
    const failed = this.current;
    if (next === undefined || failed === undefined || this.#call.isOver || this.#answer.status !== undefined)
      return false;
    // The daemon stops, so no other engine would have the time to answer. A refusal is an answer.
    if (error.code === "shutting_down" || error.code === "backend_content_filtered") return false;
    const { name } = failed.target.engine;
    this.failed = [...this.failed, { engine: name, code: error.code }];
    this.#prepared.warnings.push(`${name} failed (${error.code}); ${next.engine.name} took over`);
    failed.abort();
    failed.close();
    void this.#takeOver(next);
    return true;
  }

  async #takeOver(target: Target): Promise<void> {
    try {
      const opened = this.open(target);
      // At once, unless the body is long.
      const attempt = opened instanceof Promise ? await opened : opened;
      if (attempt !== undefined) this.send(attempt);
    } catch (thrown) {
      this.#call.fail(thrown);
    }
  }

  // Parses, translates and writes a long body in event-loop turns of their own.
  async #openLong(target: Target): Promise<Attempt | undefined> {
    const { request } = this.#prepared;
    const { slices } = this.#context;
    this.current = undefined;
    if (request.isExpanded || this.#prepared.readsBody(target.engine)) await request.readInSlices(slices);
    if (this.#call.isOver) return undefined;
    const later = laterBodies(request.length);
    const attempt = this.#open(target, later);
    this.current = undefined;
    await later?.run(slices);
    if (this.#call.isOver) attempt.close();
    else this.current = attempt;
    return this.current;
  }

  #open(target: Target, later?: LaterBodies): Attempt {
    const { request, plan, judge, ledger } = this.#prepared;
    this.target = target;
    this.current = undefined;
    request.useFormFor(target.engine);
    this.#answer.keepWith(keepsAnswer(request, target.engine) ? this.#keepingSink(target.engine) : undefined);
    const response = openResponse({
      owner: this.#call,
      context: this.#context,
      request,
      target,
      plan: plan!,
      judge: judge?.judgesTools === true ? judge : undefined,
      ledger,
      later,
    });
    this.current = new Attempt(target, response, this.#context.heartbeats);
    request.releaseValue();
    return this.current;
  }

  #keepingSink(engine: Engine): (sink: ResponseSink) => KeepingSink {
    const { request, ledger, warnings } = this.#prepared;
    const { runId, startedAt } = this.#call;
    return openKeeping({
      context: this.#context,
      request,
      engine,
      runId,
      startedAt,
      content: ledger.contentOf(request.admission.caller),
      warnings,
      onKept: (kept) => (this.kept = kept),
    });
  }
}
