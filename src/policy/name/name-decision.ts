import {
  type BuiltInRule,
  builtInRule,
  type Decision,
  describeRule,
  listRule,
  type PolicyList,
  printable,
} from "../decision.ts";
import type { NameLayer, NamePolicy } from "./name-policy.ts";
import { findNamePermission, findNameRule, type NameRules } from "./name-rules.ts";

interface NameKind {
  readonly noun: string;
  readonly rulesOf: (layer: NameLayer) => NameRules;
  readonly allowed: PolicyList;
  readonly disallowed: PolicyList;
  readonly unlisted: BuiltInRule;
}

const models: NameKind = {
  noun: "model",
  rulesOf: (layer) => layer.models,
  allowed: "allowed_models",
  disallowed: "disallowed_models",
  unlisted: "models.not_in_allowlist",
};

const engines: NameKind = {
  noun: "engine",
  rulesOf: (layer) => layer.engines,
  allowed: "allowed_engines",
  disallowed: "disallowed_engines",
  unlisted: "engines.not_in_allowlist",
};

/**
 * Decides whether a model may be requested.
 *
 * @example
 * import { canUseModel } from "agent-backplane/policy";
 * const { verdict, reason } = canUseModel(policy, "claude-sonnet-4-5");
 */
export function canUseModel(policy: NamePolicy, model: string): Decision {
  return decide(policy, model, models);
}

/**
 * Decides whether an engine of the configuration may be used.
 *
 * @example
 * import { canUseEngine } from "agent-backplane/policy";
 * const { verdict, reason } = canUseEngine(policy, "main");
 */
export function canUseEngine(policy: NamePolicy, engine: string): Decision {
  return decide(policy, engine, engines);
}

function decide(policy: NamePolicy, name: string, kind: NameKind): Decision {
  const shown = printable(name);
  for (const layer of policy.layers) {
    const index = findNameRule(kind.rulesOf(layer), name);
    if (index === -1) continue;
    const rule = listRule(layer.prefix, kind.disallowed, index, layer.profile[kind.disallowed]![index]!);
    const reason = `${kind.noun} '${shown}' is disallowed by ${describeRule(rule)}`;
    return { verdict: "deny", rule, subject: shown, reason };
  }
  let permission = builtInRule("default.allow");
  for (const layer of policy.layers) {
    const { allowed } = kind.rulesOf(layer);
    if (allowed === undefined) continue;
    const index = findNamePermission(allowed, name);
    if (index === -1) {
      const rule = builtInRule(kind.unlisted, layer.prefix);
      return { verdict: "deny", rule, subject: shown, reason: `${kind.noun} '${shown}' not in allowlist` };
    }
    permission = listRule(layer.prefix, kind.allowed, index, layer.profile[kind.allowed]![index]!);
  }
  const reason = `${kind.noun} '${shown}' is allowed by ${describeRule(permission)}`;
  return { verdict: "allow", rule: permission, subject: shown, reason };
}
