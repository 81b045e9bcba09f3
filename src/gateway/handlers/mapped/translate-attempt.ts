import type { Members } from "../../../dialects/index.ts";
import type { Engine } from "../../../engines/index.ts";
import type { EmulatorSet } from "../../../negotiation/index.ts";
import type { Ledger } from "../../../storage/index.ts";
import type { CallJudge } from "../../enforcement/call-judge.ts";
import { type EngineEvidence, limitsWithEvidence } from "../../evidence/engine-evidence.ts";
import { withAlternatives } from "../../mapping/alternatives.ts";
import { type Translation, type TranslationQuestion, translateCall } from "../../mapping/translation.ts";
import type { CallRequest } from "../../request/call-request.ts";
import type { EngineDirectory } from "../../routing/router.ts";
import type { Target } from "../../routing/target.ts";
import type { Searching } from "../../search/searching.ts";
import type { AttemptRules } from "../attempt-rules.ts";

/** A request that an engine of another dialect gets. */
export interface TranslatedQuestion {
  readonly context: {
    readonly limits: { readonly evidenceMs: number };
    readonly now: () => number;
    readonly searching?: Searching | undefined;
    readonly engines: Pick<EngineDirectory, "list">;
    readonly emulators: EmulatorSet;
  };
  readonly request: CallRequest;
  readonly target: Target;
  readonly plan: AttemptRules;
  readonly ledger: Ledger;
  /** Set if a policy has rules for tools. */
  readonly judge?: CallJudge | undefined;
}

/** Translates a request, and checks the tools that it then offers. Throws as `translateCall`, with the engines that would take it. */
export function translateAttempt(question: TranslatedQuestion): Translation {
  const translation = translate(question);
  question.judge?.checkSent(question.target.engine.dialect, translation.request.body);
  return translation;
}

/** Where the evidence of errors of engines is kept. */
export function evidenceOf({
  context,
  ledger,
}: Pick<TranslatedQuestion, "context" | "ledger">): EngineEvidence {
  return { store: ledger.evidence, ttlMs: context.limits.evidenceMs, now: context.now };
}

function translate(question: TranslatedQuestion): Translation {
  const { context, request, target, plan, ledger } = question;
  const { admission, dialect } = request;
  const { searching } = context;
  const searches = searching?.isOnFor(target.engine.name, admission.caller.name) === true;
  const { endpoint, parameters } = admission.recognised;
  const asked: TranslationQuestion = {
    dialect,
    engine: target.engine,
    body: request.value,
    asSent: endpoint.form === undefined ? sentBy(request) : undefined,
    headers: admission.head.headers,
    mode: plan.compatibility,
    waived: plan.waived,
    operation: endpoint.operation === "count_tokens" ? "count_tokens" : "generate",
    pathModel: parameters["model"],
    pathStream: endpoint.streams,
    targetModel: target.model,
    limits: limitsWithEvidence(evidenceOf(question), target.engine, target.model ?? request.model),
    custody: ledger.contentOf(admission.caller).custody,
    emulatorSet: context.emulators,
    gatewaySearch: searches ? searching?.abilities : undefined,
  };
  try {
    return translateCall(asked);
  } catch (error) {
    throw withAlternatives(error, {
      question: { ...asked, gatewaySearch: undefined },
      bytes: request.body.length,
      model: request.model,
      others: othersOf(question),
    });
  }
}

// The answer repeats what the caller sent, and not what the gateway or the connection made of it.
function sentBy(request: CallRequest): Members | undefined {
  const { repeats } = request.admission;
  if (!request.isExpanded && repeats === undefined) return undefined;
  return { ...request.asSent, ...repeats };
}

function othersOf({ context, request, target }: TranslatedQuestion): readonly Engine[] {
  const { caller } = request.admission;
  const isOther = (engine: Engine) => engine !== target.engine && caller.mayUse(engine.name);
  // The caller's own key was meant for one engine.
  return context.engines.list().filter((engine) => isOther(engine) && !engine.usesCallerKey);
}
