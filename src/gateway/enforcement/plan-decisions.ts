import { canUseEngine, canUseModel, type Decision, type JudgedOperation } from "../../policy/index.ts";
import type { CallPolicy } from "./call-policy.ts";
import type { Judgement } from "./judgement.ts";

/** An engine, and the model to request from it, as far as a policy judges them. */
export interface JudgedTarget {
  readonly engine: { readonly name: string };
  readonly model: string | undefined;
}

/** Why a policy denies a model; undefined if it allows it. */
export function judgeModel(
  { policy, judgesModels }: CallPolicy,
  model: string,
  where: string,
): Judgement | undefined {
  return judgesModels ? denialIn(canUseModel(policy, model), "request_model", where) : undefined;
}

/** Why a policy with rules for models denies a request that names none: the engine would choose one unseen. */
export function judgeNoModel({ judgesModels }: CallPolicy, where: string): Judgement | undefined {
  if (!judgesModels) return undefined;
  return {
    operation: "request_model",
    subject: "",
    rule: { id: "models.unnamed" },
    reason: "the request names no model that can be judged",
    where,
    riskLevel: "medium",
  };
}

/** Why a policy denies an engine, or the model that it is asked for; undefined if it allows both. */
export function judgeTarget(
  callPolicy: CallPolicy,
  { engine, model }: JudgedTarget,
  where: string,
): Judgement | undefined {
  const { policy, judgesEngines } = callPolicy;
  const denied = judgesEngines ? denialIn(canUseEngine(policy, engine.name), "use_engine", where) : undefined;
  return denied ?? (model === undefined ? undefined : judgeModel(callPolicy, model, where));
}

function denialIn(decision: Decision, operation: JudgedOperation, where: string): Judgement | undefined {
  const { verdict, subject, rule, reason } = decision;
  return verdict === "deny" ? { operation, subject, rule, reason, where, riskLevel: "medium" } : undefined;
}
