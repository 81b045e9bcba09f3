import type { Conversation, Reasoning } from "../../../contract/index.ts";
import type { Writing } from "../../codec/request-codec.ts";
import type { Cursor } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import type { ChatProfile } from "../profile.ts";

/** Reads the reasoning settings. `left` holds the members of the switch other than its type. */
export function takeReasoning(
  cursor: Cursor,
  profile: ChatProfile,
): { reasoning: Reasoning | undefined; left: Members | undefined } {
  const reasoning: Reasoning = {};
  let left: Members | undefined;
  const effort = cursor.text("reasoning_effort");
  if (effort !== undefined && effort === profile.effortOff) reasoning.mode = "off";
  else if (effort !== undefined) reasoning.effort = effort;
  const { thinkingSwitch, thinkingBudget } = profile;
  if (thinkingSwitch !== undefined) {
    const inner = cursor.peek(thinkingSwitch);
    const type = isMembers(inner) ? inner["type"] : undefined;
    if (type === "enabled" || type === "disabled") {
      reasoning.mode = type === "enabled" ? "on" : "off";
      const { type: _, ...more } = cursor.take(thinkingSwitch) as Members;
      if (Object.keys(more).length > 0) left = { [thinkingSwitch]: more };
    }
  }
  if (thinkingBudget !== undefined) {
    const budget = cursor.number(thinkingBudget);
    if (budget !== undefined) reasoning.budgetTokens = budget;
  }
  return { reasoning: Object.keys(reasoning).length === 0 ? undefined : reasoning, left };
}

/** Writes the reasoning settings into the request. */
export function putReasoning(
  body: Members,
  conversation: Conversation,
  profile: ChatProfile,
  writing: Writing,
): void {
  const { reasoning } = conversation;
  if (reasoning === undefined) return;
  const { mode, budgetTokens } = reasoning;
  const { thinkingSwitch, thinkingBudget, effortOff } = profile;
  const note = (feature: string, disposition: "mapped" | "disclosed" | "refused", reason: string) =>
    writing.note({ node: undefined, at: `$.${feature}`, disposition, reason, feature });

  if (mode !== undefined && thinkingSwitch !== undefined)
    body[thinkingSwitch] = { type: mode === "off" ? "disabled" : "enabled" };
  if (budgetTokens !== undefined && thinkingBudget !== undefined) body[thinkingBudget] = budgetTokens;
  if (mode === "off" && effortOff !== undefined && thinkingSwitch === undefined) {
    body["reasoning_effort"] = effortOff;
    return;
  }
  if (mode === "off" && effortOff === undefined && thinkingSwitch === undefined)
    note("reasoning.mode", "refused", "thinking cannot be switched off here");
  const effort = reasoning.effort ?? effortOfBudget(budgetTokens, profile, note);
  if (effort !== undefined) putEffort(body, effort, profile, note);
  else if (mode !== undefined && mode !== "off" && thinkingSwitch === undefined)
    note("reasoning.mode", "mapped", "a reasoning model thinks unless it is told not to");
}

type Note = (feature: string, disposition: "mapped" | "disclosed" | "refused", reason: string) => void;

function putEffort(body: Members, effort: string, profile: ChatProfile, note: Note): void {
  const { efforts } = profile;
  if (efforts.includes(effort)) {
    body["reasoning_effort"] = effort;
    return;
  }
  // Levels that no list of ours knows are the caller's to answer for; a known level that is missing here is not.
  const nearest = nearestEffort(effort, efforts);
  if (nearest === undefined) {
    note("reasoning.effort", "refused", `${effort} is not one of ${efforts.join(", ")}`);
    return;
  }
  note("reasoning.effort", "disclosed", `${effort} is not a level here; ${nearest} is used`);
  body["reasoning_effort"] = nearest;
}

const scale = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

function nearestEffort(effort: string, efforts: readonly string[]): string | undefined {
  const place = scale.indexOf(effort);
  if (place === -1) return undefined;
  const below = scale.slice(0, place).findLast((level) => efforts.includes(level));
  return below ?? scale.slice(place).find((level) => efforts.includes(level));
}

// The thresholds follow the effort levels' usual budgets: about 1k, 8k and 24k tokens.
function effortOfBudget(budget: number | undefined, profile: ChatProfile, note: Note): string | undefined {
  if (budget === undefined || profile.thinkingBudget !== undefined) return undefined;
  if (profile.thinkingSwitch !== undefined) {
    note("reasoning.budget", "disclosed", `a budget of ${budget} tokens cannot be set; the switch alone is`);
    return undefined;
  }
  const effort = budget <= 4096 ? "low" : budget <= 16384 ? "medium" : "high";
  note("reasoning.budget", "disclosed", `a budget of ${budget} tokens became the effort ${effort}`);
  return effort;
}
