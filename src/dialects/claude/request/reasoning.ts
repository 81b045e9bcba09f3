import type { Conversation, Reasoning } from "../../../contract/index.ts";
import type { Writing } from "../../codec/request-codec.ts";
import { Cursor } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { leftover } from "../../members/own-members.ts";
import { DISPLAYS, EFFORTS } from "../wire.ts";

const modes = { enabled: "on", disabled: "off", adaptive: "adaptive" } as const;
const displays: Readonly<Record<string, string>> = { summarized: "summary", omitted: "none" };
const written: Readonly<Record<string, string>> = { summary: "summarized", none: "omitted" };

/** The reasoning settings of a request, and the leftover of `thinking`. */
export interface ReadThinking {
  readonly reasoning: Reasoning;
  readonly rest: Members | undefined;
}

/** Reads the member `thinking`; a type that is not known yet is left whole. */
export function readThinkingConfig(value: unknown, path: string): ReadThinking {
  const cursor = new Cursor(value, path);
  const type = cursor.need("type");
  if (!Object.hasOwn(modes, type)) return { reasoning: {}, rest: cursor.value };
  const budgetTokens = cursor.number("budget_tokens");
  const display = cursor.text("display");
  return {
    reasoning: {
      mode: modes[type as keyof typeof modes],
      ...(budgetTokens === undefined ? {} : { budgetTokens }),
      ...(display === undefined
        ? {}
        : { display: Object.hasOwn(displays, display) ? displays[display]! : display }),
    },
    rest: leftover(cursor),
  };
}

/** Writes the member `thinking`. */
export function writeThinkingConfig(reasoning: Reasoning | undefined, writing: Writing): Members | undefined {
  if (reasoning === undefined) return undefined;
  const { mode, budgetTokens, effort } = reasoning;
  if (mode === "off" || budgetTokens === 0 || (mode === undefined && effort === "none")) {
    if (isWanted(reasoning.display)) noteDisplay("thinking is off, so none of it is shown", writing);
    return { type: "disabled" };
  }
  if (budgetTokens !== undefined) {
    if (mode === "adaptive") noteBudget("adaptive thinking has no budget; it becomes a fixed one", writing);
    return { type: "enabled", budget_tokens: budgetTokens, ...display(reasoning, writing) };
  }
  if (mode === undefined) {
    if (reasoning.display !== undefined) noteDisplay("thinking is not switched on in so many words", writing);
    return undefined;
  }
  if (mode === "on") {
    writing.note({
      node: undefined,
      at: "$.thinking",
      disposition: "mapped",
      reason: "thinking without a budget is adaptive here",
      feature: "reasoning.mode",
    });
  }
  return { type: "adaptive", ...display(reasoning, writing) };
}

/** Writes the effort; a word that the wire does not have is never replaced in silence. */
export function writeEffort({ reasoning }: Conversation, writing: Writing): string | undefined {
  const effort = reasoning?.effort;
  if (effort === undefined || EFFORTS.has(effort)) return effort;
  if (effort === "none") return undefined; // Thinking is switched off instead.
  const nearest = effort === "minimal" ? "low" : undefined;
  writing.note({
    node: undefined,
    at: "$.output_config.effort",
    disposition: nearest === undefined ? "refused" : "disclosed",
    reason:
      nearest === undefined
        ? `the effort ${effort} is not known here`
        : `${effort} does not exist here; ${nearest} is the least there is`,
    feature: "reasoning.effort",
  });
  return nearest;
}

function isWanted(display: string | undefined): boolean {
  return display !== undefined && display !== "none" && display !== "omitted";
}

function display(reasoning: Reasoning, writing: Writing): { display: string } | undefined {
  if (reasoning.display === undefined) return undefined;
  const word = Object.hasOwn(written, reasoning.display) ? written[reasoning.display]! : reasoning.display;
  if (DISPLAYS.has(word)) return { display: word };
  noteDisplay(`${reasoning.display} does not exist here; summarized is used`, writing);
  return { display: "summarized" };
}

function noteBudget(reason: string, writing: Writing): void {
  writing.note({
    node: undefined,
    at: "$.thinking.budget_tokens",
    disposition: "disclosed",
    reason,
    feature: "reasoning.budget",
  });
}

function noteDisplay(reason: string, writing: Writing): void {
  writing.note({
    node: undefined,
    at: "$.thinking.display",
    disposition: "disclosed",
    reason,
    feature: "reasoning.display",
  });
}
