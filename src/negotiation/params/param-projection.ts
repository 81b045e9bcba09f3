import { type JsonObject, type JsonValue, redact, redactText } from "../../lib/index.ts";
import { type JudgeOptions, judge } from "../judgement/judge.ts";
import type { CapabilityId } from "../supply/claim.ts";
import type { Manifest } from "../supply/manifest.ts";
import { formatTarget } from "../supply/target.ts";
import {
  buildBag,
  listLeaves,
  type ParamLayerName,
  type ParamLayers,
  type ParamPath,
} from "./param-layers.ts";

/** A parameter that does not apply on a target. Its value is already redacted. */
export interface ParamImpact {
  readonly path: ParamPath;
  readonly reason: string;
  readonly layer: ParamLayerName;
  readonly value: JsonValue;
}

/** Returns the reason why a parameter does not apply; undefined when it applies. */
export type ParamCheck = (path: ParamPath, value: JsonValue) => string | undefined;

/** A parameter that depends on a capability. */
export interface ParamRule {
  /** The first name of the path in snake_case. The camelCase form matches as well. */
  readonly name: string;
  readonly capability: CapabilityId;
  /** Whether the value must not exceed the capability's limit. */
  readonly bounded?: boolean;
}

/** The parameters that apply on one target, and those that do not. */
export interface ParamProjection {
  readonly bag: JsonObject;
  readonly affected: readonly ParamImpact[];
}

export const commonParamRules: readonly ParamRule[] = [
  { name: "temperature", capability: "temperature" },
  { name: "top_p", capability: "top_p" },
  { name: "top_k", capability: "top_k" },
  { name: "max_tokens", capability: "max_tokens", bounded: true },
  { name: "max_output_tokens", capability: "max_tokens", bounded: true },
  { name: "max_completion_tokens", capability: "max_tokens", bounded: true },
  { name: "frequency_penalty", capability: "frequency_penalty" },
  { name: "presence_penalty", capability: "presence_penalty" },
  { name: "stop", capability: "stop_sequences" },
  { name: "stop_sequences", capability: "stop_sequences" },
  { name: "seed", capability: "seed_determinism" },
  { name: "logprobs", capability: "logprobs" },
  { name: "top_logprobs", capability: "logprobs" },
  { name: "thinking", capability: "extended_thinking" },
  { name: "reasoning", capability: "extended_thinking" },
  { name: "reasoning_effort", capability: "extended_thinking" },
  { name: "response_format", capability: "structured_output_json_schema" },
  { name: "cache_control", capability: "cache_control" },
  { name: "tool_choice", capability: "tool_use" },
  { name: "parallel_tool_calls", capability: "tool_use" },
];

/** Keeps the parameters that apply. The layers do not change, so a later target gets the others back. */
export function projectParams(
  layers: ParamLayers,
  check: ParamCheck,
  secrets: readonly string[] = [],
): ParamProjection {
  const affected: ParamImpact[] = [];
  const kept = listLeaves(layers).filter(({ path, value, layer }) => {
    const reason = check(path, value);
    if (reason === undefined) return true;
    affected.push({
      path: path.map((name) => redactText(name, { secrets })),
      reason: redactText(reason, { secrets }),
      layer,
      value: redact(value, { secrets, path }),
    });
    return false;
  });
  return { bag: buildBag(kept), affected };
}

/** Checks parameters against a manifest. Refuses only parameters that are known not to apply. */
export function checkByManifest(
  manifest: Manifest,
  options: JudgeOptions,
  rules: readonly ParamRule[] = commonParamRules,
): ParamCheck {
  return (path, value) => {
    const [name] = path.map(snakeCase);
    const rule = rules.find((candidate) => candidate.name === name);
    if (rule === undefined) return undefined;
    const finding = judge(
      {
        capability: rule.capability,
        need: "preferred",
        floor: "emulated",
        ...(rule.bounded === true && typeof value === "number" ? { min: value } : {}),
        by: { kind: "operator", id: "params" },
      },
      manifest,
      options,
    );
    if (finding.outcome !== "degraded") return undefined;
    const target = formatTarget(manifest.target);
    return finding.reason === "below_minimum"
      ? `${target} allows at most ${finding.claim.limit}`
      : `${target} does not support ${rule.capability}`;
  };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
