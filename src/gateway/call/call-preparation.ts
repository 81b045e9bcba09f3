import type { Engine } from "../../engines/index.ts";
import type { Ledger } from "../../storage/index.ts";
import type { BackgroundWork } from "../background/background-calls.ts";
import { prepareWork } from "../background/handed-over-call.ts";
import type { GatewayContext } from "../context.ts";
import { CallJudge } from "../enforcement/call-judge.ts";
import type { CallPolicy } from "../enforcement/call-policy.ts";
import { checkIds } from "../id-owners/checked-ids.ts";
import { hasState, insertKept, prepareState } from "../kept-content/continued-content.ts";
import { checkParentRun } from "../record/run-owner.ts";
import type { CallRequest } from "../request/call-request.ts";
import type { CallOptions } from "./call-options.ts";
import { type CallPlan, planCall, plansByBody } from "./plan.ts";

/** A call that is prepared. */
export interface PreparedCall {
  readonly runId: string;
  /** Whether the call has ended meanwhile, so that nothing more is done for it. */
  readonly isOver: boolean;
}

/**
 * What is done for a call before its first attempt: the body is scanned, engines are chosen and judged, what the call continues
 * is put in, and the ids that it names are checked.
 */
export class CallPreparation {
  readonly request: CallRequest;
  readonly ledger: Ledger;
  /** The targets, as soon as they are chosen. */
  plan: CallPlan | undefined;
  /** Set if a policy restricts the call. */
  judge: CallJudge | undefined;
  /** Set if the caller is to be answered at once, and the call is worked on afterwards. */
  work: BackgroundWork | undefined;
  /** Takes what the receipt says of the call besides. */
  readonly warnings: string[] = [];
  readonly #call: PreparedCall;
  readonly #context: GatewayContext;
  readonly #options: CallOptions;

  constructor(call: PreparedCall, context: GatewayContext, request: CallRequest, options: CallOptions) {
    this.request = request;
    this.ledger = context.ledgerOf(request.admission.caller.tenant);
    this.#call = call;
    this.#context = context;
    this.#options = options;
  }

  /** Whether a call to this engine needs the parsed body. */
  readsBody(engine: Engine): boolean {
    return this.request.isReadBy(engine) || this.judge?.readsBody === true;
  }

  /** Prepares the call, unless it ends meanwhile. Rejects if the request cannot be honoured. Called once. */
  async run(): Promise<void> {
    const { request } = this;
    const { slices, limits } = this.#context;
    const opening = request.open(slices, limits);
    if (opening !== undefined) await opening;
    if (this.#call.isOver) return;
    if (request.parentRun !== undefined) await checkParentRun(this.#context, request.admission);
    const { isLong } = request;
    if (isLong && plansByBody(this.#context, request, this.#options.engine))
      await request.readInSlices(slices);
    const plan = this.#choose();
    const { engine } = plan.first;
    if (isLong && this.readsBody(engine)) await request.readInSlices(slices);
    request.refineDialect(engine);
    request.useFormFor(engine);
    if (this.judge?.readsBody === true) {
      await this.judge.checkBody();
      if (isLong) await slices.turn();
      if (this.#call.isOver) return;
    }
    if (hasState(request)) {
      await this.#continue(engine);
      if (this.#call.isOver || this.work !== undefined) return;
      // What was put in is judged as well.
      if (request.isExpanded && this.judge?.readsBody === true) await this.judge.checkBody();
    }
    if (!request.admission.caller.isOnlyKey) {
      const { resourceOwners } = this.ledger.contentOf(request.admission.caller);
      request.makesThings = await checkIds(request, plan, resourceOwners, isLong ? slices : undefined);
    }
  }

  // A plan that the policy denies is kept as well: the answer names its engine.
  #choose(): CallPlan {
    const planned = planCall(this.#context, this.request, this.#options.engine);
    this.plan = planned;
    const plan = planned.policy === undefined ? planned : this.#openJudge(planned.policy).checkPlan(planned);
    this.plan = plan;
    if (plan.warnings.length > 0) this.warnings.push(...plan.warnings);
    return plan;
  }

  #openJudge(policy: CallPolicy): CallJudge {
    const { approver, now } = this.#context;
    this.judge = new CallJudge({
      runId: this.#call.runId,
      request: this.request,
      policy,
      approver,
      now,
      approved: this.#options.approved,
    });
    return this.judge;
  }

  async #continue(engine: Engine): Promise<void> {
    const { request } = this;
    const content = this.ledger.contentOf(request.admission.caller);
    const { bindsEngine, isServedHere } = await prepareState(request, content, engine);
    // Another engine would look for the ids among its own.
    if (bindsEngine) this.plan = { ...this.plan!, fallbacks: [] };
    if (!isServedHere) return;
    const { state } = request.dialect;
    const { background } = this.#options;
    if (state !== undefined && background !== undefined) {
      const call = { request, state, engine, approved: this.judge?.approved };
      this.work = await prepareWork(background, call);
      if (this.work !== undefined) return;
    }
    if (await insertKept(request, content, engine))
      this.warnings.push("earlier turns were put in from the kept responses");
  }
}
