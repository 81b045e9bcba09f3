import type { Conversation, Reasoning } from "../../../contract/index.ts";
import type { ModelLimits } from "../../../models/index.ts";
import type { ModelRule, Note } from "../rule.ts";
import { budgetOfEffort, effortOfBudget, nearestEffort } from "./effort-scale.ts";
import { wishOf } from "./thinking.ts";

type Limits = NonNullable<ModelLimits["reasoning"]>;
type Say = (disposition: "mapped" | "disclosed", reason: string) => void;

/** Thinking is switched in a form that the model has: off, adaptive, by a budget or by an effort. */
export const thinkingMode: ModelRule = {
  id: "reasoning.mode",
  title:
    "Thinking is switched in a form that the model takes; if it cannot be off, the least effort or budget is requested.",
  feature: "reasoning.mode",
  remedies: ["normalise", "clamp", "drop"],
  limit: "reasoning",
  apply(conversation, { reasoning: limits }, note) {
    const { reasoning } = conversation;
    if (reasoning === undefined || limits?.modes === undefined || limits.supported === false)
      return conversation;
    const changed = adapt(reasoning, limits, conversation, note);
    if (changed === reasoning) return conversation;
    const { reasoning: _, ...rest } = conversation;
    return Object.keys(changed).length === 0 ? rest : { ...rest, reasoning: changed };
  },
};

function adapt(reasoning: Reasoning, limits: Limits, conversation: Conversation, note: Note): Reasoning {
  const { model } = conversation;
  const modes = limits.modes ?? [];
  const wish = wishOf(reasoning);
  const feature = wish === "budget" ? "reasoning.budget" : "reasoning.mode";
  const say: Say = (disposition, reason) => note({ node: undefined, at: "$", disposition, reason, feature });
  if (wish === "off") {
    if (modes.includes("off")) return reasoning.mode === "off" ? reasoning : turnedOff(reasoning);
    return leastThinking(reasoning, limits, model, say);
  }
  if (wish === "budget" && !modes.includes("budget")) return withoutBudget(reasoning, limits, model, say);
  if (wish === "on" && !modes.includes("adaptive"))
    return withoutAdaptive(reasoning, limits, conversation, say);
  return reasoning;
}

function turnedOff({ budgetTokens: _, effort: __, ...rest }: Reasoning): Reasoning {
  return { ...rest, mode: "off" };
}

function leastThinking(reasoning: Reasoning, limits: Limits, model: string, say: Say): Reasoning {
  const { mode: _, budgetTokens: __, effort: ___, ...rest } = reasoning;
  const { efforts = [], budget, modes } = limits;
  if (efforts.includes("none")) return { ...rest, effort: "none" };
  if (modes?.includes("budget") === true && budget !== undefined) {
    say("disclosed", `${model} always thinks; the least budget, ${budget.min} tokens, is requested`);
    return { ...rest, mode: "on", budgetTokens: budget.min };
  }
  const [least] = efforts;
  if (least === undefined) {
    say("disclosed", `${model} always thinks, so thinking stays on`);
    return rest;
  }
  say("disclosed", `${model} always thinks; the least effort, ${least}, is requested`);
  return { ...rest, effort: least };
}

function withoutBudget(reasoning: Reasoning, limits: Limits, model: string, say: Say): Reasoning {
  const { mode, budgetTokens = 0, effort, ...rest } = reasoning;
  const { efforts = [], modes, effortApart, byDefault } = limits;
  const word = effort ?? nearestEffort(effortOfBudget(budgetTokens), efforts);
  const instead = word === undefined ? "thinking is on without one" : `the effort ${word} stands in for it`;
  say("disclosed", `${model} takes no budget (${budgetTokens} tokens); ${instead}`);
  // An effort that says nothing of thinking does not switch it on, and has no place for what is shown of it.
  const isBare = effortApart === true && (byDefault !== true || rest.display !== undefined);
  const isSwitched =
    modes?.includes("adaptive") === true && (mode !== undefined || word === undefined || isBare);
  return {
    ...rest,
    ...(isSwitched ? { mode: mode ?? "adaptive" } : {}),
    ...(word === undefined ? {} : { effort: word }),
  };
}

function withoutAdaptive(
  reasoning: Reasoning,
  limits: Limits,
  { model, maxOutputTokens }: Conversation,
  say: Say,
): Reasoning {
  const { mode: _, effort, ...rest } = reasoning;
  const { efforts = [], modes, byDefault } = limits;
  const kept = effort === undefined ? {} : { effort };
  if (modes?.includes("budget") === true) {
    const budgetTokens = budgetOfEffort(effort, maxOutputTokens);
    say("disclosed", `${model} thinks by a budget alone; it is ${budgetTokens} tokens`);
    return { ...rest, ...(efforts.length === 0 ? {} : kept), mode: "on", budgetTokens };
  }
  if (effort !== undefined) return { ...rest, effort };
  const word = byDefault === true ? undefined : nearestEffort("medium", efforts);
  say(
    "mapped",
    word === undefined
      ? `${model} thinks without being told to`
      : `thinking is switched on by the effort ${word}`,
  );
  return { ...rest, ...(word === undefined ? {} : { effort: word }) };
}
