import { canUseEngine, canUseModel, type Decision } from "../../policy/index.ts";
import type { CallPolicy } from "./call-policy.ts";
import type { JudgedOperation, Judgement } from "./judgement.ts";

/** An engine, and the model to request from it, as far as a policy judges them. */
export interface JudgedTarget {
  readonly engine: { readonly name: string };
  readonly model: string | undefined;
}

/** Why a policy denies the model that the caller names; undefined where it allows it. */
export function judgeModel(
  { policy, judgesModels }: CallPolicy,
  model: string | undefined,
  where: string,
): Judgement | undefined {
  if (!judgesModels) return undefined;
  return denialIn(canUseModel(policy, model ?? ""), "request_model", where);
}

/** Why a policy denies an engine, or the model that it is asked for; undefined where it allows both. */
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
