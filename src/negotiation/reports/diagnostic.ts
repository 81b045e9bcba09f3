import type { Decision } from "../decision/decision.ts";
import { formatSource, type SourceKind, type SourceRef } from "../demand/requirement.ts";
import type { FindingOutcome } from "../judgement/finding.ts";
import type { ParamLayerName } from "../params/param-layers.ts";
import type { ParamImpact } from "../params/param-projection.ts";
import type { Target } from "../supply/target.ts";
import { idOfSessionName, sessionNameOf } from "./session-vocabulary.ts";

/** A target in a session's words. */
export interface SessionTarget {
  readonly providerId: string;
  readonly modelId: string;
}

/** A capability and who needs it, in a session's words. */
export interface SessionMiss {
  readonly capability: string;
  readonly requiredBy: string;
}

/** A parameter that does not apply, in a session's words. */
export interface SessionParamImpact {
  readonly paramPath: readonly string[];
  readonly reason: string;
  /** The model that the parameter does not apply on. */
  readonly activeModelId: string;
  readonly currentValue: ParamImpact["value"];
  readonly sourceLayer: "defaultParams" | "launch" | "/params";
}

/** The codes of a refused switch and of a refused subagent. */
export type DiagnosticCode = "ProviderCapability/MissingCapability" | "Subagent/ModelCapabilityMismatch";

/** What a failed or warned negotiation tells a session. */
export interface Diagnostic {
  /** Only of a negotiation that failed. */
  readonly code?: DiagnosticCode;
  readonly target: SessionTarget;
  readonly missing: readonly SessionMiss[];
  readonly warnings: readonly (SessionMiss & { readonly code: "preferred-unmet" | "probe-pending" })[];
  readonly previous?: SessionTarget;
  readonly suggestion?: SessionTarget;
  readonly paramsAffected?: readonly SessionParamImpact[];
}

/** The same in our words. */
export interface DiagnosticFacts {
  readonly trigger: Decision["trigger"];
  readonly target: Target;
  readonly previous?: Target;
  readonly misses: readonly {
    readonly capability: string;
    readonly by: SourceRef;
    readonly outcome: Extract<FindingOutcome, "missing" | "degraded" | "deferred">;
  }[];
  readonly suggestion?: Target;
  readonly paramsAffected: readonly ParamImpact[];
}

const layerNames = {
  defaults: "defaultParams",
  launch: "launch",
  runtime: "/params",
} as const satisfies Record<ParamLayerName, string>;

/** The diagnostic of a decision; undefined when there is nothing to tell. */
export function diagnose(decision: Decision): Diagnostic | undefined {
  const misses = decision.findings.flatMap(({ requirement: { capability, by }, outcome }) =>
    outcome === "missing" || outcome === "degraded" || outcome === "deferred"
      ? [{ capability, by, outcome }]
      : [],
  );
  // A switch that does not happen drops no parameters.
  const paramsAffected = decision.verdict === "reject" ? [] : decision.paramsAffected;
  if (misses.length === 0 && paramsAffected.length === 0) return undefined;
  const [suggestion] = decision.suggestions;
  return writeDiagnostic({
    trigger: decision.trigger,
    target: decision.target,
    ...(decision.previous === undefined ? {} : { previous: decision.previous }),
    misses,
    ...(suggestion === undefined ? {} : { suggestion }),
    paramsAffected,
  });
}

/** Writes facts as a diagnostic. */
export function writeDiagnostic(facts: DiagnosticFacts): Diagnostic {
  const { trigger, target, previous, misses, suggestion, paramsAffected } = facts;
  const told = (outcome: FindingOutcome): readonly SessionMiss[] =>
    misses
      .filter((miss) => miss.outcome === outcome)
      .map(({ capability, by }) => ({ capability: sessionNameOf(capability), requiredBy: formatSource(by) }));
  const missing = told("missing");
  return {
    ...(missing.length === 0 ? {} : { code: codeOf(trigger) }),
    target: writeTarget(target),
    missing,
    warnings: [
      ...told("degraded").map((miss) => ({ code: "preferred-unmet" as const, ...miss })),
      ...told("deferred").map((miss) => ({ code: "probe-pending" as const, ...miss })),
    ],
    ...(previous === undefined ? {} : { previous: writeTarget(previous) }),
    ...(suggestion === undefined ? {} : { suggestion: writeTarget(suggestion) }),
    ...(paramsAffected.length === 0
      ? {}
      : { paramsAffected: paramsAffected.map((impact) => writeImpact(impact, target)) }),
  };
}

/** Reads a diagnostic back into facts; a code it does not have is read as a model switch. */
export function readDiagnostic(diagnostic: Diagnostic): DiagnosticFacts {
  const { code, target, missing, warnings, previous, suggestion, paramsAffected = [] } = diagnostic;
  return {
    trigger: code === "Subagent/ModelCapabilityMismatch" ? "subagent.spawn" : "model.switch",
    target: readTarget(target),
    ...(previous === undefined ? {} : { previous: readTarget(previous) }),
    misses: [
      ...missing.map((miss) => ({ ...readMiss(miss), outcome: "missing" as const })),
      ...warnings.map((warning) => ({
        ...readMiss(warning),
        outcome: warning.code === "preferred-unmet" ? ("degraded" as const) : ("deferred" as const),
      })),
    ],
    ...(suggestion === undefined ? {} : { suggestion: readTarget(suggestion) }),
    paramsAffected: paramsAffected.map(readImpact),
  };
}

function codeOf(trigger: Decision["trigger"]): DiagnosticCode {
  return trigger === "subagent.spawn"
    ? "Subagent/ModelCapabilityMismatch"
    : "ProviderCapability/MissingCapability";
}

function writeTarget({ provider, model }: Target): SessionTarget {
  return { providerId: provider, modelId: model };
}

function readTarget({ providerId, modelId }: SessionTarget): Target {
  return { provider: providerId, model: modelId };
}

function readMiss({ capability, requiredBy }: SessionMiss): { capability: string; by: SourceRef } {
  const colon = requiredBy.indexOf(":");
  const by: SourceRef = { kind: requiredBy.slice(0, colon) as SourceKind, id: requiredBy.slice(colon + 1) };
  return { capability: idOfSessionName(capability), by };
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

function readImpact({ paramPath, reason, currentValue, sourceLayer }: SessionParamImpact): ParamImpact {
  const layers = Object.keys(layerNames) as ParamLayerName[];
  const layer = layers.find((name) => layerNames[name] === sourceLayer) ?? "runtime";
  return { path: paramPath, reason, layer, value: currentValue };
}
