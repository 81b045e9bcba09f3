import type { Conversation, Sampling } from "../../../contract/index.ts";
import type { ModelLimits, NumberLimit } from "../../../models/index.ts";
import type { ModelRule } from "../rule.ts";
import { budgetOfEffort } from "./effort-scale.ts";
import { isBudgetForEffort, opensWithThinking, wishOf } from "./thinking.ts";

/**
 * Other vendors' models think as soon as an effort is set. If effort says nothing of thinking, it is switched on beside the
 * effort, unless something else in the request excludes it. A wanted summary is asked for in the same member.
 */
export const thinkingSwitch: ModelRule = {
  id: "reasoning.switch",
  title:
    "If an effort alone leaves thinking off, thinking is switched on beside it; a forced tool, or sampling that excludes thinking, leaves the effort alone.",
  feature: "reasoning.mode",
  remedies: ["normalise", "drop"],
  limit: "reasoning",
  apply(conversation, limits, note) {
    const { reasoning, model, maxOutputTokens } = conversation;
    const own = limits.reasoning;
    if (reasoning === undefined || own?.effortApart !== true || own.modes === undefined) return conversation;
    if (own.supported === false || isBudgetForEffort(own)) return conversation;
    const wish = wishOf(reasoning);
    if (own.byDefault === true) {
      // The form that shows the thinking is part of the switch.
      const isShown = reasoning.display !== undefined && (wish === "effort" || wish === "nothing");
      if (!isShown || !own.modes.includes("adaptive")) return conversation;
      return { ...conversation, reasoning: { ...reasoning, mode: "adaptive" } };
    }
    if (wish !== "effort") return conversation;
    const say = (disposition: "mapped" | "disclosed", reason: string) =>
      note({ node: undefined, at: "$", disposition, reason, feature: "reasoning.mode" });
    const obstacle = obstacleOf(conversation, limits);
    if (obstacle !== undefined) {
      say("disclosed", `${model} does not think beside ${obstacle}, so the effort is sent alone`);
      return conversation;
    }
    if (own.modes.includes("adaptive"))
      return { ...conversation, reasoning: { ...reasoning, mode: "adaptive" } };
    if (!own.modes.includes("budget")) return conversation;
    const budgetTokens = budgetOfEffort(reasoning.effort, maxOutputTokens);
    say("mapped", `${model} thinks by a budget; it is ${budgetTokens} tokens`);
    return { ...conversation, reasoning: { ...reasoning, mode: "on", budgetTokens } };
  },
};

/** What in a request excludes thinking; undefined if nothing does. */
function obstacleOf(conversation: Conversation, limits: ModelLimits): string | undefined {
  const { toolChoice, tools, sampling } = conversation;
  const isForced = toolChoice?.mode === "required" || toolChoice?.mode === "tool";
  if (isForced && tools.length > 0 && limits.choice?.forced === "without thinking")
    return "a forced tool call";
  if (limits.reasoning?.opensToolTurns === true && !opensWithThinking(conversation))
    return "a turn whose thinking is not there";
  const member = numbers.find((name) => isExcluded(sampling[name], limits.sampling, name));
  return member === undefined ? undefined : `the ${names[member]} ${sampling[member]}`;
}

const names = { temperature: "temperature", topP: "top-p", topK: "top-k" } as const;
const numbers = Object.keys(names) as (keyof typeof names & keyof Sampling)[];

// A value that is left out in any case excludes nothing.
function isExcluded(
  value: number | undefined,
  limits: ModelLimits["sampling"],
  name: keyof typeof names,
): boolean {
  return value !== undefined && !accepts(limits?.thinking?.[name], value) && accepts(limits?.[name], value);
}

function accepts(limit: NumberLimit | undefined, value: number): boolean {
  if (limit === undefined) return true;
  if (limit.is === "range") return value >= limit.min && value <= limit.max;
  return limit.is === "only" && value === limit.value;
}
