import type { Decision } from "../decision/decision.ts";
import { formatSource } from "../demand/requirement.ts";
import type { FindingOutcome } from "../judgement/finding.ts";
import type { ParamLayerName } from "../params/param-layers.ts";
import type { ParamImpact } from "../params/param-projection.ts";
import type { Target } from "../supply/target.ts";
import { sessionNameOf } from "./session-vocabulary.ts";

/** A target in the vocabulary of sessions. */
export interface SessionTarget {
  readonly providerId: string;
  readonly modelId: string;
}

/** An unmet need in the vocabulary of sessions. */
export interface SessionMiss {
  readonly capability: string;
  /** The source of the need, as `kind:id`. */
  readonly requiredBy: string;
}

/** A parameter that does not apply on the target, in the vocabulary of sessions. */
export interface SessionParamImpact {
  readonly paramPath: readonly string[];
  readonly reason: string;
  /** The model that does not take the parameter. */
  readonly activeModelId: string;
  readonly currentValue: ParamImpact["value"];
  readonly sourceLayer: "defaultParams" | "launch" | "/params";
}

/** The codes of a rejected switch and of a rejected subagent. */
export type DiagnosticCode = "ProviderCapability/MissingCapability" | "Subagent/ModelCapabilityMismatch";

/** The diagnostic that a session shows after a failed negotiation, or after one with warnings. */
export interface Diagnostic {
  /** Present only when the negotiation failed. */
  readonly code?: DiagnosticCode;
  readonly target: SessionTarget;
  readonly missing: readonly SessionMiss[];
  readonly warnings: readonly (SessionMiss & { readonly code: "preferred-unmet" | "probe-pending" })[];
  readonly previous?: SessionTarget;
  readonly suggestion?: SessionTarget;
  readonly paramsAffected?: readonly SessionParamImpact[];
}

const layerNames = {
  defaults: "defaultParams",
  launch: "launch",
  runtime: "/params",
} as const satisfies Record<ParamLayerName, string>;

/**
 * Writes a decision as a diagnostic; undefined when every need is met and every parameter applies.
 *
 * @example
 * import { diagnose } from "agent-backplane/negotiation";
 * const diagnostic = diagnose(decision);
 * if (diagnostic !== undefined) console.log(JSON.stringify(diagnostic));
 */
export function diagnose(decision: Decision): Diagnostic | undefined {
  const { trigger, target, previous } = decision;
  const missing = listMisses(decision, "missing");
  const warnings = [
    ...listMisses(decision, "degraded").map((miss) => ({ code: "preferred-unmet" as const, ...miss })),
    ...listMisses(decision, "deferred").map((miss) => ({ code: "probe-pending" as const, ...miss })),
  ];
  // A rejected switch keeps the old target, so it drops no parameters.
  const affected = decision.verdict === "reject" ? [] : decision.paramsAffected;
  if (missing.length === 0 && warnings.length === 0 && affected.length === 0) return undefined;
  const [suggestion] = decision.suggestions;
  return {
    ...(missing.length === 0 ? {} : { code: codeOf(trigger) }),
    target: writeTarget(target),
    missing,
    warnings,
    ...(previous === undefined ? {} : { previous: writeTarget(previous) }),
    ...(suggestion === undefined ? {} : { suggestion: writeTarget(suggestion) }),
    ...(affected.length === 0
      ? {}
      : { paramsAffected: affected.map((impact) => writeImpact(impact, target)) }),
  };
}

function listMisses({ findings }: Decision, outcome: FindingOutcome): readonly SessionMiss[] {
  return findings
    .filter((finding) => finding.outcome === outcome)
    .map(({ requirement: { capability, by } }) => ({
      capability: sessionNameOf(capability),
      requiredBy: formatSource(by),
    }));
}

function codeOf(trigger: Decision["trigger"]): DiagnosticCode {
  return trigger === "subagent.spawn"
    ? "Subagent/ModelCapabilityMismatch"
    : "ProviderCapability/MissingCapability";
}

function writeTarget({ provider, model }: Target): SessionTarget {
  return { providerId: provider, modelId: model };
}

function writeImpact({ path, reason, layer, value }: ParamImpact, { model }: Target): SessionParamImpact {
  return {
    paramPath: path,
    reason,
    activeModelId: model,
    currentValue: value,
    sourceLayer: layerNames[layer],
  };
}
