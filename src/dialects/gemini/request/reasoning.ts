import type { Conversation, Reasoning } from "../../../contract/index.ts";
import { numberOf } from "../../../lib/index.ts";
import type { Writing } from "../../codec/request-codec.ts";
import type { Cursor } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { leftover } from "../../members/own-members.ts";

const DISPLAYS = new Set(["none", "omitted", "summary", "summarized", "full", "auto"]);
const LEVELS = new Set(["minimal", "low", "medium", "high"]);

/** Reads `thinkingConfig`. */
export function readThinkingConfig(config: Cursor): {
  reasoning: Reasoning | undefined;
  left: Members | undefined;
} {
  const reasoning: Reasoning = {};
  const budget = numberOf(config.peek("thinkingBudget"));
  if (budget !== undefined && Number.isInteger(budget) && budget >= -1) {
    config.take("thinkingBudget");
    if (budget === 0) reasoning.mode = "off";
    else if (budget === -1) reasoning.mode = "adaptive";
    else reasoning.budgetTokens = budget;
  } else config.number("thinkingBudget");
  const level = config.peek("thinkingLevel");
  let spelled: Members = {};
  if (typeof level === "string" && LEVELS.has(level.toLowerCase())) {
    config.take("thinkingLevel");
    reasoning.effort = level.toLowerCase();
    if (level !== level.toUpperCase()) spelled = { thinkingLevel: level };
  }
  const shows = config.flag("includeThoughts");
  if (shows !== undefined) reasoning.display = shows ? "summary" : "none";
  const left = { ...leftover(config), ...spelled };
  const isEmpty = Object.keys(reasoning).length === 0;
  return {
    reasoning: isEmpty ? undefined : reasoning,
    left: Object.keys(left).length === 0 ? (isEmpty ? {} : undefined) : left,
  };
}

/** Writes `thinkingConfig`; thoughts are included only if they were asked for. */
export function writeThinkingConfig(conversation: Conversation, writing: Writing): Members | undefined {
  const { reasoning } = conversation;
  if (reasoning === undefined) return undefined;
  const config: Members = {};
  const { mode, effort, budgetTokens, display } = reasoning;
  if (display !== undefined) config["includeThoughts"] = display !== "none" && display !== "omitted";
  if (display !== undefined && !DISPLAYS.has(display)) {
    const reason = `thoughts are shown as summaries, whose detail (${display}) cannot be chosen`;
    writing.note({
      node: undefined,
      at: "$",
      disposition: "disclosed",
      reason,
      feature: "reasoning.display",
    });
  } else if (mode === "on") config["includeThoughts"] = true;
  if (mode === "off") config["thinkingBudget"] = 0;
  else if (budgetTokens !== undefined) config["thinkingBudget"] = budgetTokens;
  else if (effort === undefined && mode === "adaptive") config["thinkingBudget"] = -1;
  if (effort !== undefined) {
    if ("thinkingBudget" in config) {
      note(writing, "disclosed", `the budget is sent, and Gemini takes no effort (${effort}) beside it`);
    } else Object.assign(config, writeEffort(effort, writing));
  }
  return Object.keys(config).length === 0 ? undefined : config;
}

function writeEffort(effort: string, writing: Writing): Members {
  if (effort === "none") {
    note(writing, "mapped", "no effort is a thinking budget of 0");
    return { thinkingBudget: 0 };
  }
  const isHigher = effort === "xhigh" || effort === "max";
  const level = isHigher ? "high" : effort;
  if (!LEVELS.has(level)) {
    note(writing, "refused", `Gemini knows no effort ${JSON.stringify(effort)}`);
    return {};
  }
  if (isHigher) note(writing, "disclosed", `${effort} is sent as high, the highest level there is`);
  return { thinkingLevel: level.toUpperCase() };
}

function note(writing: Writing, disposition: "mapped" | "disclosed" | "refused", reason: string): void {
  writing.note({ node: undefined, at: "$", disposition, reason, feature: "reasoning.effort" });
}
