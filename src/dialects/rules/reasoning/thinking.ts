import type { Conversation, Message, Reasoning } from "../../../contract/index.ts";
import type { ModelLimits } from "../../../models/index.ts";

/** What a request says of thinking: off, a budget, on without one, an effort alone, or nothing. */
export type Wish = "off" | "budget" | "on" | "effort" | "nothing";

/** What the reasoning settings ask for. */
export function wishOf(reasoning: Reasoning | undefined): Wish {
  if (reasoning === undefined) return "nothing";
  const { mode, effort, budgetTokens } = reasoning;
  if (mode === "off" || budgetTokens === 0 || (mode === undefined && effort === "none")) return "off";
  if (budgetTokens !== undefined) return "budget";
  if (mode !== undefined) return "on";
  return effort === undefined ? "nothing" : "effort";
}

/** Whether the model will think about a request. */
export function thinks({ reasoning }: Conversation, modelLimits: ModelLimits): boolean {
  const { reasoning: limits } = modelLimits;
  if (limits?.supported === false) return false;
  const wish = wishOf(reasoning);
  if (wish === "off") return !canBeOff(modelLimits);
  if (wish === "budget" || wish === "on") return true;
  if (wish === "effort" && (limits?.effortApart !== true || isBudgetForEffort(limits))) return true;
  return limits?.byDefault === true;
}

/** Whether an effort is expressed as a budget, because the model takes no effort. */
export function isBudgetForEffort(limits: ModelLimits["reasoning"]): boolean {
  return limits?.efforts?.length === 0 && limits.modes?.includes("budget") === true;
}

/** The settings without thinking, in the form that the model takes. */
export function withoutThinking(
  reasoning: Reasoning | undefined,
  { reasoning: limits }: ModelLimits,
): Reasoning {
  const { mode: _, budgetTokens: __, effort, ...shown } = reasoning ?? {};
  const keepsEffort = limits?.effortApart === true && effort !== undefined && effort !== "none";
  return { mode: "off", ...(keepsEffort ? { effort } : {}), ...shown };
}

/** Whether the model can answer without thinking. */
export function canBeOff({ reasoning: limits }: ModelLimits): boolean {
  const { modes, efforts, byDefault } = limits ?? {};
  if (modes === undefined) return true;
  return modes.includes("off") || efforts?.includes("none") === true || byDefault === false;
}

/** Whether the last turn of the model, if it called tools, begins with its thinking. Neighbouring messages of the model are one turn. */
export function opensWithThinking({ messages }: Conversation): boolean {
  const end = messages.findLastIndex(isAssistant);
  let start = end;
  while (start > 0 && isAssistant(messages[start - 1]!)) start -= 1;
  const turn = messages.slice(start, end + 1).flatMap(({ content }) => content);
  if (!turn.some((block) => block.type === "tool_use")) return true;
  const [first] = turn;
  return (
    first?.type === "redacted_thinking" || (first?.type === "thinking" && (first.signature ?? "") !== "")
  );
}

function isAssistant({ role }: Message): boolean {
  return role === "assistant";
}
