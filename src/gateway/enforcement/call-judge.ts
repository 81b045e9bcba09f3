import { AbpError, type PolicyDecisionRecord } from "../../contract/index.ts";
import {
  type CalledTool,
  type Dialect,
  type Endpoint,
  isCallOf,
  listModelsWithin,
  listOfferedTools,
  listToolsWithin,
  type Members,
  type OfferedTool,
} from "../../dialects/index.ts";
import { APPROVAL_TIMEOUT_MS, type Approver, askApprover } from "../../policy/index.ts";
import type { CallPolicy } from "./call-policy.ts";
import { DecisionLog } from "./decision-log.ts";
import type { Judgement } from "./judgement.ts";
import { type JudgedTarget, judgeModel, judgeNoModel, judgeTarget } from "./plan-decisions.ts";
import { missingApprovalOf } from "./policy-error.ts";
import { judgeCall, judgeOffers, unreadableOffer, withoutAllowLists } from "./tool-decisions.ts";

/** What a judge reads of the caller's request. */
export interface JudgedRequest {
  readonly admission: {
    readonly caller: { readonly name: string };
    readonly recognised: {
      readonly endpoint: Pick<Endpoint, "operation">;
      readonly parameters: Readonly<Record<string, string>>;
    };
  };
  readonly dialect: Dialect;
  readonly body: Buffer;
  /** Whether earlier turns were inserted, so that `value` differs from the body. */
  readonly isExpanded: boolean;
  /** The parsed body; throws if it is not valid JSON. */
  readonly value: Members;
  readonly model: string | undefined;
  readonly modelPlace: string;
  readonly isModelCall: boolean;
  readonly pathFacts: { readonly model?: string; readonly stream?: boolean };
  header(name: string): string | undefined;
}

/** The engines and models that a call may be sent to. */
export interface JudgedPlan {
  readonly first: JudgedTarget;
  readonly fallbacks: readonly JudgedTarget[];
}

/** What a judge needs to know of its call. */
export interface JudgedCall {
  readonly runId: string;
  readonly request: JudgedRequest;
  readonly policy: CallPolicy;
  readonly approver: Approver;
  readonly now: () => number;
  /** The tools whose offer was approved when the call was taken into the background. */
  readonly approved: ReadonlySet<string> | undefined;
}

/** What the policy says to a tool call: it may go on, it is denied, or the promise says which. */
export type CallVerdict = "allow" | AbpError | Promise<AbpError | undefined>;

/** Applies a policy to one call, asks for approvals, and keeps the decisions for the receipt. */
export class CallJudge {
  readonly #call: JudgedCall;
  readonly #log: DecisionLog;
  readonly #ended = new AbortController();
  readonly #approved: Set<string>;
  /** Where the MCP servers are that the request offers, by the names that it gives them. */
  readonly #hosts = new Map<string, readonly string[]>();
  /** The tools that the request offers. */
  #offered: readonly OfferedTool[] = [];
  /** The rules that asked for an approval, and got it. */
  readonly #approvedRules = new Set<string>();
  #engine = "none";

  constructor(call: JudgedCall) {
    this.#call = call;
    this.#log = new DecisionLog(call.now);
    this.#approved = new Set(call.approved);
  }

  get decisions(): readonly PolicyDecisionRecord[] {
    return this.#log.entries;
  }

  /** The tools whose offer was approved. */
  get approved(): ReadonlySet<string> {
    return this.#approved;
  }

  get judgesTools(): boolean {
    return this.#call.policy.judgesTools;
  }

  /**
   * Judges the engine and the model of a plan: throws `policy_denied` for those of the first target, and leaves out
   * fallbacks that are denied.
   */
  checkPlan<Plan extends JudgedPlan>(plan: Plan): Plan {
    const { policy, request } = this.#call;
    this.#engine = plan.first.engine.name;
    const where = request.modelPlace;
    const byHeader = request.header("x-abp-engine") === undefined ? where : "header x-abp-engine";
    const denied =
      (request.isModelCall ? this.#judgeNamed(plan, where) : undefined) ??
      judgeTarget(policy, plan.first, byHeader);
    if (denied !== undefined) throw this.#log.deny(denied);
    const fallbacks = plan.fallbacks.filter((target) => {
      const judgement = judgeTarget(policy, target, where);
      if (judgement !== undefined) this.#log.add("denied", judgement, "the fallback is not tried");
      return judgement === undefined;
    });
    return fallbacks.length === plan.fallbacks.length ? plan : { ...plan, fallbacks };
  }

  /** Whether the body must be read: for the tools that it offers, or for models that it names besides the first. */
  get readsBody(): boolean {
    const { request, policy } = this.#call;
    if (!request.isModelCall && !this.#keepsItems) return false;
    return policy.judgesTools || (policy.judgesModels && this.#mayNameModels);
  }

  // One search of the bytes: the request's own model is named once, if the path does not name it.
  get #mayNameModels(): boolean {
    const { body, isExpanded, dialect, admission } = this.#call.request;
    if (dialect.modelPlaces.length === 0) return false;
    const first = body.indexOf(MODEL_NAME);
    const isOther = admission.recognised.parameters["model"] !== undefined && first !== -1;
    return (
      isExpanded ||
      isOther ||
      (first !== -1 && body.includes(MODEL_NAME, first + 1)) ||
      OTHER_MODELS.some((mark) => body.includes(mark))
    );
  }

  /** Whether the call only stores items, which a later call sends to the model. */
  get #keepsItems(): boolean {
    const { operation } = this.#call.request.admission.recognised.endpoint;
    return operation === "create_conversation" || operation === "create_items";
  }

  /**
   * Judges the body of the request: the models and the tools that it names. Rejects with `policy_denied` if one is
   * denied or if the body cannot be read, and with `policy_approval_required` if a tool is not approved.
   */
  async checkBody(): Promise<void> {
    const { policy } = this.#call;
    this.#checkModels();
    if (!policy.judgesTools) return;
    const { denied, toAsk } = judgeOffers(policy, this.#readOffers());
    const errors = denied.map((judgement) => this.#log.deny(judgement));
    if (errors[0] !== undefined) throw errors[0];
    for (const judgement of toAsk) {
      if (this.#approved.has(judgement.subject)) {
        this.#log.add("approved", judgement);
        this.#approvedRules.add(judgement.rule.id);
        continue;
      }
      const error = await this.#ask(judgement);
      if (error !== undefined) throw error;
      this.#approved.add(judgement.subject);
      this.#approvedRules.add(judgement.rule.id);
    }
  }

  /**
   * Judges the tools of a translated request, which may have other names at the engine. What the caller offers is allowed already, so
   * only rules that deny or ask count. Throws as `checkBody` rejects.
   */
  checkSent({ toolMembers }: Pick<Dialect, "toolMembers">, body: Members): void {
    const members = toolMembers.known.flatMap((name) => (name in body ? [[name, body[name]] as const] : []));
    if (members.length === 0) return;
    const { tools } = listToolsWithin(Object.fromEntries(members), toolMembers);
    const { denied, toAsk } = judgeOffers(withoutAllowLists(this.#call.policy), tools);
    const errors = denied.map((judgement) => this.#log.deny(asSent(judgement)));
    if (errors[0] !== undefined) throw errors[0];
    for (const judgement of toAsk) {
      const isApproved = this.#approved.has(judgement.subject) || this.#approvedRules.has(judgement.rule.id);
      if (!isApproved) throw this.#log.refuse(asSent(judgement), SENT_NAME);
    }
  }

  /** Judges a tool call of the answer before the caller gets it. */
  judgeAnswer(tool: CalledTool): CallVerdict {
    const found = judgeCall(this.#call.policy, this.#asOffered(tool));
    if (found === undefined) return "allow";
    return found.verdict === "deny" ? this.#log.deny(found.judgement) : this.#ask(found.judgement);
  }

  /**
   * Records a tool call of an answer that passes through unchanged, if the policy does not allow it. A tool whose offer
   * was approved may be called: nobody can be asked for each call of it.
   */
  recordAnswer(tool: CalledTool): void {
    const found = judgeCall(this.#call.policy, this.#asOffered(tool));
    if (found === undefined) return;
    const isApproved = found.verdict === "ask" && this.#approved.has(found.judgement.subject);
    if (!isApproved) this.#log.add("violation", found.judgement);
  }

  /** Records that the tool calls of an answer cannot be seen. */
  recordUnreadable(why: string): void {
    const rule = { id: "answer.unreadable" };
    const operation = "call_tool";
    this.#log.add(
      "unjudged",
      { operation, subject: "answer", rule, reason: why, where: undefined, riskLevel: "medium" },
      why,
    );
  }

  /** Ends open questions. Called once, when the call is over. */
  close(): void {
    this.#ended.abort();
  }

  // With the place of its server, and with the names under which rules may have allowed the offer.
  #asOffered(tool: CalledTool): CalledTool {
    const hosts = tool.server === undefined ? undefined : this.#hosts.get(tool.server);
    if (hosts !== undefined) return { ...tool, hosts };
    const offers = this.#offered.filter((offered) => isCallOf(tool, offered));
    if (offers.length === 0) return tool;
    return { ...tool, spellings: offers.flatMap(({ name, spellings = [] }) => [name, ...spellings]) };
  }

  #judgeNamed({ first }: JudgedPlan, where: string): Judgement | undefined {
    const { policy, request } = this.#call;
    if (request.model !== undefined) return judgeModel(policy, request.model, where);
    return first.model === undefined ? judgeNoModel(policy, where) : undefined;
  }

  #checkModels(): void {
    const { policy, request } = this.#call;
    if (!policy.judgesModels) return;
    const found = this.#read(() => listModelsWithin(request.value, request.dialect.modelPlaces));
    for (const { model, where } of found) {
      const denied = judgeModel(policy, model, where);
      if (denied !== undefined) throw this.#log.deny(denied);
    }
  }

  // What cannot be read cannot be judged, so it is denied.
  #read<Value>(read: () => Value): Value {
    try {
      return read();
    } catch (error) {
      if (!AbpError.is(error)) throw error;
      throw this.#log.deny(unreadableOffer(error.where ?? "$", error.message));
    }
  }

  #readOffers() {
    const { request } = this.#call;
    const { dialect } = request;
    const offers = this.#read(() =>
      this.#keepsItems
        ? listToolsWithin(request.value, dialect.toolMembers)
        : listOfferedTools(dialect, request.value, request.pathFacts),
    );
    for (const { server, hosts } of offers.tools)
      if (server !== undefined && hosts !== undefined) this.#hosts.set(server, hosts);
    if (offers.hidden !== undefined) {
      const why = `${JSON.stringify(offers.hidden)} may bring tools that are not listed`;
      throw this.#log.deny(unreadableOffer(`$.${offers.hidden}`, why));
    }
    this.#offered = offers.tools;
    return offers.tools;
  }

  async #ask(judgement: Judgement): Promise<AbpError | undefined> {
    const { runId, request, approver } = this.#call;
    const { operation, subject, rule, riskLevel } = judgement;
    this.#log.add("approval_asked", judgement);
    const approval = await askApprover(
      approver,
      {
        runId,
        caller: request.admission.caller.name,
        operation,
        subject,
        rule: rule.id,
        riskLevel,
        model: request.model,
        engine: this.#engine,
      },
      { abandon: this.#ended.signal, timeLimit: AbortSignal.timeout(APPROVAL_TIMEOUT_MS) },
    );
    if (approval === "abandoned")
      return missingApprovalOf(judgement, "the call ended before the answer came");
    if (approval === "approved") {
      this.#log.add("approved", judgement);
      return undefined;
    }
    this.#log.add("approval_denied", judgement, approval === "denied" ? undefined : REASONS[approval]);
    return missingApprovalOf(judgement, REASONS[approval]);
  }
}

const SENT_NAME = "nobody can be asked for the name that it has at the engine";

// The caller's request has no place for it: the translation names the tool.
function asSent(judgement: Judgement): Judgement {
  return { ...judgement, where: "translated request" };
}

const MODEL_NAME = '"model"';
/** Names of lists of models, and the escape behind which a name can hide. */
const OTHER_MODELS = ['"models"', '"fallback', "\\u00"];

const REASONS = {
  denied: "it was not approved",
  timed_out: "nobody answered in time",
  failed: "the approver failed",
} as const;
