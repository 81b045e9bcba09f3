import type { ModelCallsRecord, Usage } from "../../../../contract/index.ts";
import type { Colors } from "../../../terminal/terminal.ts";
import { countOf, formatCost } from "../amounts.ts";
import type { Fact } from "./fact.ts";

/** The most models that a summary lists. The receipt lists all. */
const MAX_MODELS = 5;

type SeenModel = ModelCallsRecord["models"][number];

/** The models that a run really used, and its tokens and cost as our gateway metered them. */
export function meteredFacts(colors: Colors, record: ModelCallsRecord): Fact[] {
  const { calls, refused, usage, mismatch = [] } = record;
  const count = countOf(calls, "call") + (refused === 0 ? "" : `, ${refused} refused`);
  return [
    ...listModels(record),
    ["tokens", `${describeTokens(usage) || "none"} (metered in ${count})`],
    ["cost", costOf(usage)],
    ...mismatch.map(
      ({ member, reported, metered }, index): Fact => [
        index === 0 ? "mismatch" : "",
        `${member.replaceAll("_", " ")}: the agent reports ${reported}, metered is ${metered}`,
        colors.yellow,
      ],
    ),
  ];
}

/** The tokens and cost that only the backend states. */
export function reportedFacts(usage: Usage): Fact[] {
  const tokens = describeTokens(usage);
  const cost = usage.estimated_cost_usd;
  return [
    ...(tokens === "" ? [] : [["tokens", tokens] as const]),
    ...(cost === null ? [] : [["cost", `${formatCost(cost)} (from the backend)`] as const]),
  ];
}

/** Writes input and output tokens; empty if neither is known. */
export function describeTokens(usage: Usage): string {
  if (usage.input_tokens === null && usage.output_tokens === null) return "";
  return `${usage.input_tokens ?? "?"} in, ${usage.output_tokens ?? "?"} out`;
}

/** The name that the engine was asked for. */
export function wireName({ upstream, requested, reported }: SeenModel): string {
  return upstream ?? requested ?? reported ?? "no model";
}

function listModels({ models, models_omitted = 0 }: ModelCallsRecord): Fact[] {
  const shown = models.slice(0, MAX_MODELS).map(describeModel);
  const omitted = models.length - shown.length + models_omitted;
  const lines = omitted === 0 ? shown : [...shown, `and ${omitted} more, see the receipt`];
  return lines.map((text, index): Fact => [index === 0 ? "models" : "", text]);
}

function describeModel(model: SeenModel): string {
  const { engine, requested, reported, calls } = model;
  const name = wireName(model);
  const asked = requested === null || requested === name ? "" : `, asked for as ${requested}`;
  const answered = reported === null || reported === name ? "" : `, answered as ${reported}`;
  return `${name} at ${engine} (${countOf(calls, "call")}${asked}${answered})`;
}

function costOf({ estimated_cost_usd: cost }: Usage): string {
  return cost === null ? "unknown: a model has no price" : `${formatCost(cost)} (metered)`;
}
